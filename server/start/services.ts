import type { Logger } from 'pino'
import { openCore } from '#server/core/open-core.ts'
import { openFeatures, type Services } from '#server/features/open-features.ts'
import { lacksSeals, registerOlderSeals } from '#server/features/signing-keys/seal-queries.ts'
import { movePrivateKey } from '#server/features/signing-keys/signing-key-queries.ts'
import { FILE_KINDS } from '#server/features/stored-files/file-kinds.ts'
import { Installation } from '#server/features/stored-files/installation.ts'
import { hasUsers } from '#server/features/users/user-queries.ts'
import type { Config } from '#server/infrastructure/config.ts'
import { databaseName } from '#server/infrastructure/database/database-name.ts'
import { openInfrastructure } from '#server/infrastructure/open-infrastructure.ts'
import { CACHE_FOLDER } from '#server/infrastructure/store/bucket/file-cache.ts'
import { PARTIAL_FOLDER } from '#server/infrastructure/store/disk/disk-partial-files.ts'
import { DISK_STORE_FOLDERS } from '#server/infrastructure/store/disk/disk-store.ts'
import { INCOMING_FOLDER } from '#server/infrastructure/store/incoming.ts'
import { storeName } from '#server/infrastructure/store/opening/open-store.ts'
import { shownTo } from '#server/records/published-rows.ts'
import { addGauges } from './gauges.ts'
import { makeHealthChecks } from './health-checks.ts'
import { JOB_KINDS } from './job-kinds.ts'

/** Files and folders in the data folder that must not be replaced while the server runs. */
const DATA_FOLDER_PARTS = [INCOMING_FOLDER]

/** Opens the services of all layers, from the lowest one: creates missing files and folders, and migrates the database. */
export async function openServices(config: Config, log: Logger): Promise<Services> {
  const infrastructure = await openInfrastructure(config, log, shownTo)
  const { db, store, installationMarker } = infrastructure
  const names = { databaseName: databaseName(config), storeName: storeName(config) }
  const installation = new Installation({ ...names, db, store, installation: installationMarker })
  await installation.checkAgain()
  const parts = [
    ...DATA_FOLDER_PARTS,
    ...db.files,
    ...(config.bucket ? [CACHE_FOLDER] : [...DISK_STORE_FOLDERS, PARTIAL_FOLDER]),
  ]
  const healthChecks = await makeHealthChecks({ ...infrastructure, installation }, parts)
  const fromFeatures = { fileKinds: FILE_KINDS, healthChecks, installation, jobKinds: JOB_KINDS }
  const core = await openCore(infrastructure, fromFeatures)
  const services = openFeatures(core, installation)
  if (core.isTokenSecretNew) await endRestoredSessions(services)
  await movePrivateKey(services)
  if (await lacksSeals(db.read)) await services.transactions.run(registerOlderSeals)
  addGauges(services)
  return services
}

/** A backup has no token secret. Its sessions may have ended since, and must not live again. */
async function endRestoredSessions({ db, log }: Services): Promise<void> {
  await db.write.deleteFrom('session').execute()
  if (!(await hasUsers(db.read))) return
  log.warn(
    'a new token secret was made, as after a restore: all sessions have ended, and users sign in again',
  )
}
