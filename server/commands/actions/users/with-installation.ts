import { stat } from 'node:fs/promises'
import pino from 'pino'
import type { CommandCall } from '#server/commands/actions/command-call.ts'
import type { Services } from '#server/features/open-features.ts'
import { type Config, readConfig } from '#server/infrastructure/config.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { isMissingTable } from '#server/infrastructure/database/database-errors.ts'
import { openForVerification } from '#server/infrastructure/database/opening/verified-database.ts'
import { repeatOnConflict } from '#server/infrastructure/database/repeat-on-conflict.ts'
import { openServices } from '#server/start/services.ts'

/** The services of a command. */
export interface CommandServices extends Services {
  change<Result>(work: (transaction: Writer) => Promise<Result>): Promise<Result>
}

/**
 * Runs work on the configured installation, then closes it.
 *
 * @throws with a sentence if there is no installation: creating one would hide a mistyped folder
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
      throw new Error(`The folder ${dataDir} does not exist. Check DATA_DIR.`)
    })
  }
  const database = await openForVerification(config)
  try {
    await database.read.selectFrom('company').select('id').limit(1).execute()
  } catch (error) {
    if (!isMissingTable(error)) throw error
    throw new Error('The database has no tables. Start the server once, which creates them.')
  } finally {
    await database.close()
  }
}
