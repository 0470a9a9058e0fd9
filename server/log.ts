import { setTimeout } from 'node:timers/promises'
import pino, { type DestinationStream, type Logger } from 'pino'
import { MIB } from '#domain/limits.ts'

/** Fields nobody writes into a log on purpose. Should one get there with something else, its value stays out. */
const SECRETS = ['password', 'password_hash', 'token', 'authorization', 'cookie', 'Authorization', 'Cookie']

/** Most that waits in memory for a reader of the output who stands still, in bytes. What comes after that is lost. */
const WAITING_MAX = 4 * MIB

/** A line takes no longer to be written, in milliseconds, where somebody reads. */
const WRITING_MAX_MS = 200

/** The log of the process, one JSON object a line, to its output. Nobody waits for whoever reads that. */
export function openLog(level: string, destination: DestinationStream = openOutput()): Logger {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  return pino({ level, redact: { paths, censor: '[secret]' } }, destination)
}

/** Resolves once the output has all that was logged; does not wait for a reader who stands still. */
export async function flushLog(): Promise<void> {
  const written = new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
  await Promise.race([written, setTimeout(WRITING_MAX_MS)])
}

/**
 * The output as Node writes it: a line that the reader has room for is written before `write` returns, others wait. pino's
 * own destination writes in a thread of libuv, and no process ends while a thread waits for its reader.
 */
function openOutput(): DestinationStream {
  // Nobody reads any more, or the log's disk is full: lines are lost, the server goes on.
  process.stdout.on('error', () => {})
  return {
    write(line) {
      if (process.stdout.writableLength < WAITING_MAX) process.stdout.write(line)
    },
  }
}
