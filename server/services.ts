import type { Logger } from 'pino'
import { Sessions } from './access/sessions.ts'
import { readTokenSecret } from './access/token-secret.ts'
import { Passwords } from './auth/password.ts'
import { RateLimit } from './auth/rate-limit.ts'
import { SignInLimit } from './auth/sign-in-limit.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './database/database.ts'
import { mayBeStorageFull } from './disk/full-disk.ts'
import { Reserve } from './disk/reserve.ts'
import { Transactions } from './disk/transactions.ts'
import { Health } from './health/health.ts'
import { ImagePool } from './images/image-pool.ts'
import { openDelivery } from './mail/deliver.ts'
import { Mailer } from './mail/mailer.ts'
import { Metrics } from './metrics/metrics.ts'
import { FileStore } from './store/file-store.ts'

const QUARTER_HOUR_MS = 15 * 60 * 1000

/** Everything with a life of its own that the handlers lean on. */
export interface Services {
  config: Config
  log: Logger
  db: Database
  reserve: Reserve
  transactions: Transactions
  store: FileStore
  metrics: Metrics
  health: Health
  sessions: Sessions
  passwords: Passwords
  signInLimit: SignInLimit
  contactLimits: { perAddress: RateLimit; all: RateLimit }
  passwordResetLimits: { perAccountAndAddress: RateLimit; perAddress: RateLimit }
  mailer: Mailer
  images: ImagePool
  tokenSecret: string
  /** True once the process has been asked to stop: no new upload begins. */
  stopping: boolean
}

/** Opens the data folder: makes what is missing, migrates the database. */
export async function openServices(config: Config, log: Logger): Promise<Services> {
  // Nobody but the server's own user and group reads what it writes.
  process.umask(0o027)
  if (config.smtpUrl === undefined) log.info('there is no SMTP_URL: mails go to files in the outbox folder')
  const store = await FileStore.open(config.dataDir)
  const reserve = await Reserve.open(config.dataDir, config.reserveBytes)
  const db = await openOnAnyDisk(config.dataDir, reserve)
  const passwords = new Passwords()
  const images = new ImagePool(config.images, log)
  const metrics = new Metrics({ db, store, passwords, images })
  return {
    config,
    log,
    db,
    reserve,
    transactions: new Transactions(db, reserve, config.dataDir, log),
    store,
    metrics,
    health: await Health.open({ dataDir: config.dataDir, db, reserve, metrics, log }),
    sessions: new Sessions(db, config.origin.startsWith('https:')),
    passwords,
    signInLimit: new SignInLimit(),
    contactLimits: {
      perAddress: new RateLimit(5, QUARTER_HOUR_MS),
      all: new RateLimit(100, QUARTER_HOUR_MS),
    },
    passwordResetLimits: {
      perAccountAndAddress: new RateLimit(5, QUARTER_HOUR_MS),
      perAddress: new RateLimit(20, QUARTER_HOUR_MS),
    },
    mailer: new Mailer(openDelivery(config)),
    images,
    tokenSecret: await readTokenSecret(store),
    stopping: false,
  }
}

/** Opening takes some room, too; without it nobody could delete anything. */
async function openOnAnyDisk(dataDir: string, reserve: Reserve): Promise<Database> {
  try {
    return openDatabase(dataDir)
  } catch (error) {
    if (!mayBeStorageFull(error) || !(await reserve.giveWay())) throw error
    return openDatabase(dataDir)
  }
}
