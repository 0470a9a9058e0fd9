import pino, { type DestinationStream, type Logger } from 'pino'
import { MIB } from '#domain/limits.ts'

/** Fields nobody writes into a log on purpose. Should one get there with something else, its value stays out. */
const SECRETS = ['password', 'password_hash', 'token', 'authorization', 'cookie', 'Authorization', 'Cookie']

/** Most that waits in memory for a reader of the output who stands still, in bytes. What comes after that is lost. */
const WAITING_MAX = 4 * MIB

/** The log of the process, one JSON object a line, to its output. Nobody waits for whoever reads that. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  return pino(
    { level, redact: { paths, censor: '[secret]' } },
    destination ?? pino.destination({ dest: 1, sync: false, maxLength: WAITING_MAX }),
  )
}
