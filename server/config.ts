import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import addressparser from 'nodemailer/lib/addressparser'
import * as z from 'zod'
import { FILE_SIZE_MAX, FILES_PER_REQUEST_MAX, IMAGE_PIXELS_MAX, MIB } from '#domain/limits.ts'
import { UserDraft } from '#domain/user.ts'
import { terminalSentence } from './errors.ts'

const METRICS_TOKEN_MIN_LENGTH = 16

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

/** The environment as `.env.example` documents it. An empty value counts as not set. */
const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65535).default(8080),
  DATA_DIR: z.string().default('./data'),
  ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  SUPERADMIN_EMAIL: UserDraft.shape.email.optional(),
  SUPERADMIN_PASSWORD: UserDraft.shape.password.optional(),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'Write it as smtp://user:password@host:587 or smtps://user:password@host')
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(isMailbox, 'Write one address, as in Kanat <no-reply@kanat.example>')
    .optional(),
  PROTECTED_USER_ID: whole(1, Number.MAX_SAFE_INTEGER).default(1),
  TRUST_PROXY: whole(0, 10).default(0),
  METRICS_TOKEN: z.string().min(METRICS_TOKEN_MIN_LENGTH).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  MAX_FILE_MB: whole(1, 100_000).default(FILE_SIZE_MAX / MIB),
  MAX_FILES: whole(1, 10_000).default(FILES_PER_REQUEST_MAX),
  MAX_MEGAPIXELS: whole(1, 10_000).default(IMAGE_PIXELS_MAX / 1e6),
  IMAGE_SECONDS: whole(1, 3600).default(30),
  IMAGE_MEMORY_MB: whole(128, 1_000_000).default(1024),
  MIN_FREE_MB: whole(0, 1_000_000).default(256),
  RESERVE_MB: whole(0, 1000).default(16),
  STALL_SECONDS: whole(1, 3600).default(30),
  SHUTDOWN_SECONDS: whole(0, 3600).default(25),
})

export interface ImageLimits {
  /** Pixels of one image. */
  maxPixels: number
  /** Milliseconds for one image. */
  timeLimit: number
  /** Resident memory of one worker, in bytes. */
  memoryLimit: number
}

export interface Config {
  host: string
  port: number
  dataDir: string
  /** The public address, without a slash at its end. Mails and cookies go by it, never by `Host`. */
  origin: string
  superadmin: { email: string; password: string } | undefined
  /** Undefined: mails go to files. Holds the password of the mail server's account. */
  smtpUrl: string | undefined
  mailFrom: string
  protectedUserId: number
  /** How many proxies in front set `X-Forwarded-For`. */
  trustProxy: number
  /** Whoever has it may read the metrics from anywhere. */
  metricsToken: string | undefined
  logLevel: string
  /** Bytes. */
  maxFileSize: number
  maxFiles: number
  images: ImageLimits
  /** Uploads are refused while the disk has fewer bytes than this left. */
  minFreeBytes: number
  /** The most that is kept aside in the data folder for signing in and deleting on a full disk. */
  reserveBytes: number
  stallMs: number
  shutdownMs: number
}

export class ConfigError extends Error {}

/** The process's environment, with what `.env` in the working folder adds to it. */
export function environment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** @throws ConfigError with one sentence for each wrong value, one a line. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(set)
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues
        .map((issue) => `${issue.path.join('.')}: ${terminalSentence(issue.message)}`)
        .join('\n'),
    )
  }
  const e = parsed.data
  if ((e.SUPERADMIN_EMAIL === undefined) !== (e.SUPERADMIN_PASSWORD === undefined)) {
    throw new ConfigError('SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD: give both or neither.')
  }
  const origin = (e.ORIGIN ?? `http://${e.HOST}:${e.PORT}`).replace(/\/+$/, '')
  return {
    host: e.HOST,
    port: e.PORT,
    dataDir: resolve(e.DATA_DIR),
    origin,
    superadmin:
      e.SUPERADMIN_EMAIL !== undefined && e.SUPERADMIN_PASSWORD !== undefined
        ? { email: e.SUPERADMIN_EMAIL, password: e.SUPERADMIN_PASSWORD }
        : undefined,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM ?? `Kanat <no-reply@${new URL(origin).hostname}>`,
    protectedUserId: e.PROTECTED_USER_ID,
    trustProxy: e.TRUST_PROXY,
    metricsToken: e.METRICS_TOKEN,
    logLevel: e.LOG_LEVEL,
    maxFileSize: e.MAX_FILE_MB * MIB,
    maxFiles: e.MAX_FILES,
    images: {
      maxPixels: e.MAX_MEGAPIXELS * 1e6,
      timeLimit: e.IMAGE_SECONDS * 1000,
      memoryLimit: e.IMAGE_MEMORY_MB * MIB,
    },
    minFreeBytes: e.MIN_FREE_MB * MIB,
    reserveBytes: e.RESERVE_MB * MIB,
    stallMs: e.STALL_SECONDS * 1000,
    shutdownMs: e.SHUTDOWN_SECONDS * 1000,
  }
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== ''
}

function isMailbox(text: string): boolean {
  const [mailbox, another] = addressparser(text)
  return z.email().safeParse(mailbox?.address).success && another === undefined
}
