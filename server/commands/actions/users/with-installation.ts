import { stat } from 'node:fs/promises'
import pino from 'pino'
import type { CommandCall } from '#server/commands/actions/command-call.ts'
import type { Services } from '#server/core/env.ts'
import { type Config, readConfig } from '#server/infrastructure/config.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { isMissingTable } from '#server/infrastructure/database/database-errors.ts'
import { openForVerification } from '#server/infrastructure/database/opening/verified-database.ts'
import { repeatOnConflict } from '#server/infrastructure/database/repeat-on-conflict.ts'
import { openServices } from '#server/start/services.ts'

/** The services of a command, and how it changes rows. */
export interface CommandServices extends Services {
  change<Result>(work: (transaction: Writer) => Promise<Result>): Promise<Result>
}

/**
 * Does work with the installation of the configuration, and closes it.
 *
 * @throws with a sentence if there is no installation: the command makes none, because with a mistyped folder that would look like a success
 */
export async function withInstallation<Result>(
  { env, print }: Pick<CommandCall, 'env' | 'print'>,
  work: (services: CommandServices) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(env)
  await expectInstallation(config)
  const services = await openServices(config, pino({ level: 'silent' }))
  const { db, store } = services
  try {
    if (db.migrations.length > 0) print(`The database was migrated: ${db.migrations.join(', ')}.\n`)
    const change: CommandServices['change'] = (work) =>
      repeatOnConflict(() => db.write.transaction().execute(work))
    return await work({ ...services, change })
  } finally {
    await db.close()
    store.close()
  }
}

async function expectInstallation(config: Config): Promise<void> {
  const { dataDir, databaseUrl } = config
  if (databaseUrl !== undefined) {
    await stat(dataDir).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new Error(`There is no folder ${dataDir}. DATA_DIR says where to look for it.`)
    })
  }
  const database = await openForVerification(config)
  try {
    await database.read.selectFrom('company').select('id').limit(1).execute()
  } catch (error) {
    if (!isMissingTable(error)) throw error
    throw new Error('The database has no tables of Kanat. Start the server once, which makes them.')
  } finally {
    await database.close()
  }
}
