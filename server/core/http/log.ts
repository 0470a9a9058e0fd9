import { setTimeout } from 'node:timers/promises'
import pino, { type DestinationStream, type Logger } from 'pino'
import { MIB } from '#domain/limits.ts'
import type { ApiContext } from '#server/core/env.ts'
import { asError } from '#server/infrastructure/errors.ts'

/** Fields that must not be in the log. If an object with such a field is logged, the value is replaced. */
const SECRETS = ['password', 'password_hash', 'token', 'authorization', 'cookie', 'Authorization', 'Cookie']

/** The maximum log output that waits in memory if the output is not read, in bytes. Further lines are lost. */
const BUFFERED_MAX = 4 * MIB

/** The longest time for writing the last lines, in milliseconds. */
const WRITING_MAX_MS = 200

/** The log of the process: one JSON object a line, on standard output. Logging never blocks. */
export function openLog(level: string, destination: DestinationStream = openOutput()): Logger {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  const err = (thrown: unknown) => pino.stdSerializers.err(asError(thrown))
  return pino({ level, redact: { paths, censor: '[secret]' }, serializers: { err } }, destination)
}

/** The log of a request: every line has the id of the request. */
export function requestLog(c: ApiContext): Logger {
  return c.get('services').log.child({ request: c.get('requestId') })
}

/** Resolves when all lines are written, or after `WRITING_MAX_MS` if the output is not read. */
export async function flushLog(): Promise<void> {
  const written = new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
  await Promise.race([written, setTimeout(WRITING_MAX_MS)])
}

/**
 * Writes with `process.stdout`, which writes at once if the pipe has space and keeps other lines in memory. The destination of pino
 * writes in a thread of libuv, and a process cannot end while that thread waits for a reader.
 */
function openOutput(): DestinationStream {
  // If the pipe is closed or the disk of the log is full, lines are lost, but the server continues.
  process.stdout.on('error', () => {})
  return {
    write(line) {
      if (process.stdout.writableLength < BUFFERED_MAX) process.stdout.write(line)
    },
  }
}
