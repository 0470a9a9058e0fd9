import pino from 'pino'
import { readConfig } from '#server/infrastructure/config.ts'
import { openForVerification } from '#server/infrastructure/database/opening/verified-database.ts'
import { lockDataFolder } from '#server/infrastructure/database/sqlite/data-folder-lock.ts'
import { openServices } from '#server/start/services.ts'
import type { CommandCall } from './command-call.ts'

const USAGE = `npm run maintain
Erases deleted data from the database files now, with the server stopped. The running server does so every night.`

/** `npm run maintain`: rewrites the database without deleted data, and empties its WAL. */
export async function maintain({ args, env, print }: CommandCall): Promise<number> {
  if (args.length > 0) throw new Error(USAGE)
  const config = readConfig(env)
  // Must not create a missing database.
  await (await openForVerification(config)).close()
  await using opened = new AsyncDisposableStack()
  opened.defer(await lockDataFolder(config.dataDir))
  const { db } = await openServices(config, pino({ level: 'silent' }))
  opened.defer(() => db.close())
  await db.eraseDeleted()
  print('Deleted data is erased from the database files.\n')
  return 0
}
