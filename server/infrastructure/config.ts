import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import addressparser from 'nodemailer/lib/addressparser'
import * as z from 'zod'
import { SECOND_FACTOR_RULES, type SecondFactorRule } from '#domain/account.ts'
import { FILE_SIZE_MAX, FILES_PER_REQUEST_MAX, IMAGE_PIXELS_MAX, MIB } from '#domain/limits.ts'
import { AddressSettings, originOf, renameMarkedVariable, setVariables, wholeNumber } from '#domain/origin.ts'
import { UserDraft } from '#domain/user.ts'
import { terminalSentence } from './errors.ts'
import { workerBytes } from './worker-numbers.ts'

const HOUR_MS = 60 * 60 * 1000
const METRICS_TOKEN_MIN_LENGTH = 16
const TOKEN_SECRET_MIN_LENGTH = 32
/** Maximum MiB of an object written by one request. */
const BUCKET_FILE_MB_MAX = 5 * 1024
/** @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** The environment variables; `.env.example` documents them. An empty value counts as not set. */
const Environment = AddressSettings.extend({
  DATA_DIR: z.string().default('./data'),
  SECRETS_DIR: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(?:ql)?$/ }).optional(),
  STORE_URL: z.string().transform(readStoreUrl).optional(),
  STORE_CACHE_MB: wholeNumber(1, 100_000_000).default(1024),
  STORE_SECONDS: wholeNumber(1, 600).default(10),
  TOKEN_SECRET: z.string().min(TOKEN_SECRET_MIN_LENGTH).optional(),
  SUPERADMIN_EMAIL: UserDraft.shape.email.optional(),
  SUPERADMIN_PASSWORD: UserDraft.shape.password.optional(),
  PUBLIC_CONTACT_ENDPOINT: z.string().default(''),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'Write it as smtp://user:password@host:587 or smtps://user:password@host')
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(isMailbox, 'Write one address, as in Kanat <no-reply@kanat.example>')
    .optional(),
  PROTECTED_USER_ID: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(1),
  SESSION_IDLE_HOURS: wholeNumber(1, 8760).default(12),
  SESSION_DAYS: wholeNumber(1, 365).default(30),
  REQUIRE_SECOND_FACTOR: z.enum(SECOND_FACTOR_RULES).default('off'),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  METRICS_TOKEN: z.string().min(METRICS_TOKEN_MIN_LENGTH).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  MAX_FILE_MB: wholeNumber(1, 100_000).default(FILE_SIZE_MAX / MIB),
  MAX_FILES: wholeNumber(1, 10_000).default(FILES_PER_REQUEST_MAX),
  MAX_MEGAPIXELS: wholeNumber(1, 10_000).default(IMAGE_PIXELS_MAX / 1e6),
  IMAGE_SECONDS: wholeNumber(1, 3600).default(30),
  IMAGE_MEMORY_MB: wholeNumber(128, 1_000_000).optional(),
  MIN_FREE_MB: wholeNumber(0, 1_000_000).default(256),
  RESERVE_MB: wholeNumber(0, 1000).default(16),
  REMEMBERED_MB: wholeNumber(0, 100_000).default(64),
  STALL_SECONDS: wholeNumber(1, 3600).default(30),
  DRAIN_SECONDS: wholeNumber(0, 3600).default(0),
  SHUTDOWN_SECONDS: wholeNumber(0, 3600).default(25),
  TIME_FACTOR: wholeNumber(1, 100).default(1),
})

export interface ImageLimits {
  /** Maximum pixels of one image. */
  maxPixels: number
  /** Maximum processor time for one image, in milliseconds. */
  timeLimit: number
  /** Maximum resident memory of one worker, in bytes. */
  memoryLimit: number
}

/** The bucket that stores the files instead of the data folder. */
export interface BucketConfig {
  bucket: string
  /** The endpoint of the object storage; undefined for AWS. */
  endpoint: string | undefined
  /** Undefined takes the region from AWS variables and files. */
  region: string | undefined
  /** Timeout of a bucket request without progress, in milliseconds. */
  stallMs: number
  timeFactor: number
  /** Maximum bytes of derivatives cached on the local disk. */
  cacheBytes: number
}

export interface Config {
  host: string
  port: number
  dataDir: string
  /** The folder of the signing key and the factor key, which no backup has. */
  secretsDir: string
  /** Contains the password of PostgreSQL. Undefined means an SQLite file in `dataDir`. */
  databaseUrl: string | undefined
  /** Undefined means the data folder. */
  bucket: BucketConfig | undefined
  /** Signs the tokens. If undefined, the database or the data folder has the secret. */
  tokenSecret: string | undefined
  /** The public address, without a trailing slash. Mails and cookies use it, never the header `Host`. */
  origin: string
  /** Where the site's contact form posts; empty if it only simulates sending. */
  contactEndpoint: string
  superadmin: { email: string; password: string } | undefined
  /** Contains the password of the mail account. Undefined writes mails to files. */
  smtpUrl: string | undefined
  mailFrom: string
  protectedUserId: number
  /** Session lifetimes without use and in total, in milliseconds. */
  sessions: { idleMs: number; lifetimeMs: number }
  /** Whose accounts need a second factor. A company can ask for more. */
  secondFactorRule: SecondFactorRule
  /** The number of proxies that set `X-Forwarded-For`. */
  trustProxy: number
  /** The bearer token for metrics from other machines. */
  metricsToken: string | undefined
  logLevel: string
  /** Maximum bytes of one file. */
  maxFileSize: number
  /** Maximum bytes of a stored file, including generated ones. */
  maxStoredSize: number
  maxFiles: number
  images: ImageLimits
  /** Minimum free bytes for uploads. */
  minFreeBytes: number
  /** Maximum bytes of the reserve, the file for signing in and deleting on a full disk. */
  reserveBytes: number
  /** Maximum bytes of cached answers. */
  rememberedBytes: number
  stallMs: number
  /** How long a stopping server still answers, so that a balancer notices, in milliseconds. */
  drainMs: number
  shutdownMs: number
  /** Multiplies the timeouts that detect outages and stalls, for slow machines. */
  timeFactor: number
}

export class ConfigError extends Error {}

/** The process environment, with the values of `.env` in the working folder. */
export function environment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  renameMarkedVariable(process.env)
  return process.env
}

/** @throws ConfigError with one line for each wrong value */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(setVariables(env))
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues
        .map((issue) => `${issue.path.join('.')}: ${terminalSentence(issue.message)}`)
        .join('\n'),
    )
  }
  const values = parsed.data
  if ((values.SUPERADMIN_EMAIL === undefined) !== (values.SUPERADMIN_PASSWORD === undefined)) {
    throw new ConfigError('SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD: give both or neither.')
  }
  if (values.STORE_URL !== undefined && values.MAX_FILE_MB > BUCKET_FILE_MB_MAX) {
    throw new ConfigError(`MAX_FILE_MB: a bucket takes files of at most ${BUCKET_FILE_MB_MAX} MiB.`)
  }
  const origin = originOf(values)
  const timeFactor = values.TIME_FACTOR
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: resolve(values.DATA_DIR),
    secretsDir: resolve(values.SECRETS_DIR ?? join(values.DATA_DIR, 'secrets')),
    databaseUrl: values.DATABASE_URL,
    bucket: values.STORE_URL && {
      ...values.STORE_URL,
      stallMs: values.STORE_SECONDS * 1000 * timeFactor,
      timeFactor,
      cacheBytes: values.STORE_CACHE_MB * MIB,
    },
    tokenSecret: values.TOKEN_SECRET,
    origin,
    superadmin:
      values.SUPERADMIN_EMAIL !== undefined && values.SUPERADMIN_PASSWORD !== undefined
        ? { email: values.SUPERADMIN_EMAIL, password: values.SUPERADMIN_PASSWORD }
        : undefined,
    smtpUrl: values.SMTP_URL,
    contactEndpoint: values.PUBLIC_CONTACT_ENDPOINT,
    mailFrom: values.MAIL_FROM ?? `Kanat <no-reply@${mailDomain(origin)}>`,
    protectedUserId: values.PROTECTED_USER_ID,
    sessions: {
      idleMs: values.SESSION_IDLE_HOURS * HOUR_MS,
      lifetimeMs: values.SESSION_DAYS * 24 * HOUR_MS,
    },
    secondFactorRule: values.REQUIRE_SECOND_FACTOR,
    trustProxy: values.TRUST_PROXY,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
    maxFileSize: values.MAX_FILE_MB * MIB,
    maxStoredSize: values.STORE_URL === undefined ? Number.POSITIVE_INFINITY : BUCKET_FILE_MB_MAX * MIB,
    maxFiles: values.MAX_FILES,
    images: {
      maxPixels: values.MAX_MEGAPIXELS * 1e6,
      timeLimit: values.IMAGE_SECONDS * 1000,
      memoryLimit: values.IMAGE_MEMORY_MB === undefined ? workerBytes() : values.IMAGE_MEMORY_MB * MIB,
    },
    minFreeBytes: values.MIN_FREE_MB * MIB,
    reserveBytes: values.RESERVE_MB * MIB,
    rememberedBytes: values.REMEMBERED_MB * MIB,
    stallMs: values.STALL_SECONDS * 1000 * timeFactor,
    drainMs: values.DRAIN_SECONDS * 1000,
    shutdownMs: values.SHUTDOWN_SECONDS * 1000,
    timeFactor,
  }
}

/** The host of an address as a mailbox domain. @see https://www.rfc-editor.org/rfc/rfc5321#section-4.1.3 */
function mailDomain(origin: string): string {
  return new URL(origin).hostname.replace(/^\[(.*)\]$/, '[IPv6:$1]')
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== ''
}

function isMailbox(text: string): boolean {
  const [mailbox, another] = addressparser(text)
  return z.email().safeParse(mailbox?.address).success && another === undefined
}

/** Reads `s3://bucket?endpoint=…&region=…`. */
function readStoreUrl(
  text: string,
  context: z.RefinementCtx,
): Pick<BucketConfig, 'bucket' | 'endpoint' | 'region'> {
  const url = URL.parse(text)
  const { endpoint, region, ...others } = Object.fromEntries(url?.searchParams ?? [])
  const isBucket = url?.protocol === 's3:' && url.host === url.hostname && BUCKET_NAME.test(url.hostname)
  const refuse = (message: string) => context.addIssue({ code: 'custom', message })
  if (url?.username || url?.password) {
    refuse('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, not credentials in the address')
  } else if (!isBucket || !['', '/'].includes(url.pathname) || Object.keys(others).length > 0) {
    refuse('Write it as s3://bucket?endpoint=https://host&region=name')
  } else if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    refuse('The endpoint must be an address such as https://host:9000')
  }
  return { bucket: url?.hostname ?? '', endpoint, region }
}
