import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database, ShownTo } from './database/database.ts'
import { NightlyErasure } from './database/nightly-erasure.ts'
import { openDatabase } from './database/opening/open-database.ts'
import { mayBeStorageFailure } from './database/storage-failure.ts'
import { Transactions } from './database/transactions.ts'
import { checkAccess } from './disk/check-access.ts'
import { Reserve } from './disk/reserve.ts'
import { ImagePool } from './images/image-pool.ts'
import type { WorkerFolders } from './images/worker-permissions.ts'
import { openDelivery } from './mail/deliver.ts'
import { Mailer } from './mail/mailer.ts'
import { Metrics } from './metrics/metrics.ts'
import { INCOMING_FOLDER, Incoming } from './store/incoming.ts'
import { FILE_FOLDERS, openStore } from './store/opening/open-store.ts'

/**
 * Opens the data folder: creates missing files and folders, and migrates the database.
 *
 * @param shownTo the rule of what a role may read
 */
export async function openInfrastructure(config: Config, log: Logger, shownTo: ShownTo) {
  // Only the server's user and group can read its files.
  process.umask(0o027)
  if (config.smtpUrl === undefined) log.info('SMTP_URL is not set: mails are written to the outbox folder')
  const incoming = await Incoming.open(config.dataDir)
  await checkAccess(config.dataDir)
  const { store, partialFiles, installation } = await openStore(config, incoming, log)
  const reserve = await Reserve.open(config.dataDir, config.reserveBytes)
  const db = await openOnAnyDisk(config, reserve, shownTo)
  if (db.migrations.length > 0) log.info({ migrations: db.migrations }, 'the database was migrated')
  return {
    config,
    log,
    db,
    reserve,
    transactions: new Transactions(db, reserve, config.dataDir, log),
    nightlyErasure: new NightlyErasure(db, log),
    store,
    incoming,
    partialFiles,
    /** The id of the installation that owns the files. */
    installationMarker: installation,
    metrics: new Metrics(),
    mailer: new Mailer(openDelivery(config)),
    images: new ImagePool(config.images, log, workerFolders(config)),
  }
}

/** The services of the lowest layer. */
export interface Infrastructure extends Awaited<ReturnType<typeof openInfrastructure>> {}

/** Not the data folder, which has the database, and usually the secrets. */
function workerFolders({ dataDir }: Config): WorkerFolders {
  const inDataFolder = (name: string) => join(dataDir, name)
  return {
    read: FILE_FOLDERS.map(inDataFolder),
    write: [inDataFolder(INCOMING_FOLDER)],
  }
}

/** Opens the database. On a full disk it uses the reserve, because this needs some space, and deletions must stay possible. */
async function openOnAnyDisk(config: Config, reserve: Reserve, shownTo: ShownTo): Promise<Database> {
  try {
    return await openDatabase(config, shownTo)
  } catch (error) {
    if (!mayBeStorageFailure(error)) throw error
    return await reserve.lend(() => openDatabase(config, shownTo))
  }
}
