import { EventEmitter, once } from 'node:events'
import pino, { type DestinationStream, type Logger } from 'pino'
import { MIB } from '#domain/limits.ts'

/** Fields nobody writes into a log on purpose. Should one get there with something else, its value stays out. */
const SECRETS = ['password', 'password_hash', 'token', 'authorization', 'cookie', 'Authorization', 'Cookie']

/** Most that waits in memory for a reader of the output who stands still, in bytes. What comes after that is lost. */
const WAITING_MAX = 4 * MIB

/** A line takes no longer to be written, in milliseconds, where somebody reads. */
const WRITING_MAX_MS = 200

/** The log of the process, one JSON object a line, to its output. Nobody waits for whoever reads that. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  return pino(
    { level, redact: { paths, censor: '[secret]' } },
    destination ?? pino.destination({ dest: 1, sync: false, maxLength: WAITING_MAX }),
  )
}

/** Logs `sentence` and resolves once the output has it with all before it; does not wait for a reader who stands still. */
export async function sayAndWait(log: Logger, sentence: string): Promise<void> {
  const output = (log as unknown as Record<symbol, unknown>)[pino.symbols.streamSym]
  log.info(sentence)
  if (!(output instanceof EventEmitter)) return
  await once(output, 'drain', { signal: AbortSignal.timeout(WRITING_MAX_MS) }).catch(() => {})
}

/** Says the last thing of the process, which is written before this returns. */
export function sayLast(level: string, sentence: string): void {
  openLog(level, pino.destination({ dest: 1, sync: true })).info(sentence)
}
