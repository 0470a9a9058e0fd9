import type { Logger } from 'pino'
import type { Services } from '#server/core/env.ts'
import { makeFirstSuperadmin } from '#server/features/users/first-superadmin.ts'
import type { Config } from '#server/infrastructure/config.ts'
import { lockDataFolder } from '#server/infrastructure/database/sqlite/data-folder-lock.ts'
import { openServices } from './services.ts'

export interface StartedServer {
  services: Services
  /** Closes the database and unlocks the data folder. */
  close(): Promise<void>
}

/**
 * Opens the data folder for the only process that serves it. Commands use `openServices` instead. Removes unfinished uploads of a former
 * process, and creates the first superadmin.
 *
 * @throws with a sentence if another process serves the folder
 */
export async function startServer(config: Config, log: Logger): Promise<StartedServer> {
  await using opened = new AsyncDisposableStack()
  opened.defer(await lockDataFolder(config.dataDir))
  const services = await openServices(config, log)
  opened.defer(() => services.db.close())
  await services.incoming
    .empty()
    .catch((error) => log.warn({ err: error }, 'could not remove remains of old uploads'))
  await makeFirstSuperadmin(services)
  services.jobs.start(services)
  opened.defer(() => services.jobs.close())
  const open = opened.move()
  return { services, close: () => open.disposeAsync() }
}
