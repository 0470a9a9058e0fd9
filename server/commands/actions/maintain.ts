import pino from 'pino'
import { readConfig } from '#server/infrastructure/config.ts'
import { openForVerification } from '#server/infrastructure/database/opening/verified-database.ts'
import { lockDataFolder } from '#server/infrastructure/database/sqlite/data-folder-lock.ts'
import { openServices } from '#server/start/services.ts'
import type { CommandCall } from './command-call.ts'

const USAGE = `npm run maintain
Erases what was deleted from the files of the database now, while the server is stopped. The running server does it every night.`

/** `npm run maintain`: writes the database again without what was deleted, and empties its WAL. */
export async function maintain({ args, env, print }: CommandCall): Promise<number> {
  if (args.length > 0) throw new Error(USAGE)
  const config = readConfig(env)
  // A missing database must not be made here.
  await (await openForVerification(config)).close()
  await using opened = new AsyncDisposableStack()
  opened.defer(await lockDataFolder(config.dataDir))
  const { db } = await openServices(config, pino({ level: 'silent' }))
  opened.defer(() => db.close())
  await db.eraseDeleted()
  print('What was deleted is erased from the files of the database.\n')
  return 0
}
