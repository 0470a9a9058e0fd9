import type { Logger } from 'pino'
import { RequestSlots } from '#server/core/access/request-slots.ts'
import { Sessions } from '#server/core/access/sessions.ts'
import { newTokenSecret, readTokenSecret } from '#server/core/access/token-secret.ts'
import { ViewerCache } from '#server/core/access/viewer-cache.ts'
import type { Services } from '#server/core/env.ts'
import { EventLoop } from '#server/core/http/refuse-overload.ts'
import { KeyLocks } from '#server/core/idempotency/key-locks.ts'
import { openJobs } from '#server/core/jobs/open-jobs.ts'
import { ResponseCache } from '#server/core/response-cache/response-cache.ts'
import { PartialUploadLimits } from '#server/core/uploads/partial-upload-limits.ts'
import { UploadLocks } from '#server/core/uploads/upload-locks.ts'
import { UploadMetrics } from '#server/core/uploads/upload-metrics.ts'
import { Passwords } from '#server/features/auth/password.ts'
import { PasswordResetLimits } from '#server/features/auth/password-reset-limits.ts'
import { SignInLimit } from '#server/features/auth/sign-in-limit.ts'
import { addSignInCounter } from '#server/features/auth/sign-in-metrics.ts'
import { ContactLimits } from '#server/features/contact/contact-limits.ts'
import { RunningFileJobs } from '#server/features/file-jobs/running-file-jobs.ts'
import { FindingExports } from '#server/features/findings/files/finding-exports.ts'
import { UnsubscribeLimit } from '#server/features/notices/notice-limits.ts'
import { ArchiveDownloads } from '#server/features/photos/archive/archive-downloads.ts'
import { PanoramaTiles } from '#server/features/photos/panorama-tiles.ts'
import { PointClouds } from '#server/features/photos/point-clouds.ts'
import { FILE_KINDS } from '#server/features/stored-files/file-kinds.ts'
import { Installation } from '#server/features/stored-files/installation.ts'
import { EmailLimits } from '#server/features/users/email-limits.ts'
import type { Config } from '#server/infrastructure/config.ts'
import type { Database } from '#server/infrastructure/database/database.ts'
import { isDatabaseDamage } from '#server/infrastructure/database/database-errors.ts'
import { databaseName } from '#server/infrastructure/database/database-name.ts'
import { openDatabase } from '#server/infrastructure/database/opening/open-database.ts'
import { mayBeStorageFailure } from '#server/infrastructure/database/storage-failure.ts'
import { Transactions } from '#server/infrastructure/database/transactions.ts'
import { checkAccess } from '#server/infrastructure/disk/check-access.ts'
import { Reserve } from '#server/infrastructure/disk/reserve.ts'
import { Health } from '#server/infrastructure/health/health.ts'
import { ImagePool } from '#server/infrastructure/images/image-pool.ts'
import { openDelivery } from '#server/infrastructure/mail/deliver.ts'
import { Mailer } from '#server/infrastructure/mail/mailer.ts'
import { Metrics } from '#server/infrastructure/metrics/metrics.ts'
import { CACHE_FOLDER } from '#server/infrastructure/store/bucket/file-cache.ts'
import { PARTIAL_FOLDER } from '#server/infrastructure/store/disk/disk-partial-files.ts'
import { DISK_STORE_FOLDERS } from '#server/infrastructure/store/disk/disk-store.ts'
import { FileRemovals } from '#server/infrastructure/store/file-removals.ts'
import { INCOMING_FOLDER, Incoming } from '#server/infrastructure/store/incoming.ts'
import { openStore, storeName } from '#server/infrastructure/store/opening/open-store.ts'
import { addGauges } from './gauges.ts'
import { makeHealthChecks } from './health-checks.ts'
import { JOB_KINDS } from './job-kinds.ts'
import { NightlyErasure } from './nightly-erasure.ts'

/** Files and folders in the data folder that must not be replaced while the server runs. */
const DATA_FOLDER_PARTS = [INCOMING_FOLDER]

/** Opens the data folder: creates missing files and folders, and migrates the database. */
export async function openServices(config: Config, log: Logger): Promise<Services> {
  // Only the server's user and group can read its files.
  process.umask(0o027)
  if (config.smtpUrl === undefined) log.info('SMTP_URL is not set: mails are written to the outbox folder')
  const incoming = await Incoming.open(config.dataDir)
  await checkAccess(config.dataDir)
  const files = await openStore(config, incoming, log)
  const { store, partialFiles } = files
  const reserve = await Reserve.open(config.dataDir, config.reserveBytes)
  const db = await openOnAnyDisk(config, reserve)
  if (db.migrations.length > 0) log.info({ migrations: db.migrations }, 'the database was migrated')
  const passwords = new Passwords()
  const images = new ImagePool(config.images, log)
  const metrics = new Metrics()
  const jobs = await openJobs(config, db, JOB_KINDS, log)
  const transactions = new Transactions(db, reserve, config.dataDir, log)
  const names = { databaseName: databaseName(config), storeName: storeName(config) }
  const installation = new Installation({ ...files, ...names, db })
  await installation.checkAgain()
  const parts = [
    ...DATA_FOLDER_PARTS,
    ...db.files,
    ...(config.bucket ? [CACHE_FOLDER] : [...DISK_STORE_FOLDERS, PARTIAL_FOLDER]),
  ]
  const checks = await makeHealthChecks({ config, db, reserve, store, installation }, parts)
  const health = new Health(checks, metrics, log, config.timeFactor)
  db.onError((error) => {
    if (isDatabaseDamage(error)) health.setDamage(error)
  })
  addGauges({ config, db, images, jobs, metrics, passwords })
  return {
    config,
    log,
    db,
    reserve,
    transactions,
    store,
    incoming,
    partialFiles,
    fileRemovals: new FileRemovals({ ...files, db, transactions, kinds: FILE_KINDS, installation, log }),
    installation,
    metrics,
    uploadMetrics: new UploadMetrics(
      metrics,
      FILE_KINDS.map(({ name }) => name),
    ),
    signIns: addSignInCounter(metrics),
    uploadLocks: new UploadLocks(db.locks),
    partialUploadLimits: new PartialUploadLimits(db.counts),
    keyLocks: new KeyLocks(db.locks),
    archiveDownloads: new ArchiveDownloads(),
    findingExports: new FindingExports(),
    health,
    sessions: new Sessions(db, config.origin.startsWith('https:'), config.sessions),
    viewerCache: new ViewerCache(),
    requestSlots: new RequestSlots(),
    eventLoop: new EventLoop(),
    nightlyErasure: new NightlyErasure(db, log),
    responseCache: new ResponseCache(config.rememberedBytes, metrics),
    passwords,
    signInLimit: new SignInLimit(db.counts),
    contactLimits: new ContactLimits(db.counts),
    emailLimits: new EmailLimits(db.counts),
    passwordResetLimits: new PasswordResetLimits(db.counts),
    unsubscribeLimit: new UnsubscribeLimit(db.counts),
    mailer: new Mailer(openDelivery(config)),
    images,
    panoramaTiles: new PanoramaTiles(),
    pointClouds: new PointClouds(),
    runningFileJobs: new RunningFileJobs(),
    jobs,
    tokenSecret:
      config.tokenSecret ??
      (await db.sharedSecret(newTokenSecret)) ??
      (await readTokenSecret(config.dataDir, incoming)),
    draining: false,
    stopping: false,
  }
}

/** Opens the database. On a full disk it uses the reserve, because this needs some space, and deletions must stay possible. */
async function openOnAnyDisk(config: Config, reserve: Reserve): Promise<Database> {
  try {
    return await openDatabase(config)
  } catch (error) {
    if (!mayBeStorageFailure(error)) throw error
    return await reserve.lend(() => openDatabase(config))
  }
}
