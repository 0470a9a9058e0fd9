import { setTimeout } from 'node:timers/promises'
import pino, { type DestinationStream, type Logger } from 'pino'
import { MIB } from '#domain/limits.ts'
import type { ApiContext } from '#server/core/env.ts'
import { asError } from '#server/infrastructure/errors.ts'

/** Fields whose values are redacted in the log. */
const SECRETS = ['password', 'password_hash', 'token', 'authorization', 'cookie', 'Authorization', 'Cookie']

/** Maximum of buffered log output if its reader stalls, in bytes. Further lines are lost. */
const BUFFERED_MAX = 4 * MIB

/** The longest time for the last lines, in milliseconds. */
const WRITING_MAX_MS = 200

/** The process log: one JSON object a line, on standard output. Logging never blocks. */
export function openLog(level: string, destination: DestinationStream = openOutput()): Logger {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  const err = (thrown: unknown) => pino.stdSerializers.err(asError(thrown))
  return pino({ level, redact: { paths, censor: '[secret]' }, serializers: { err } }, destination)
}

/** The log of a request: every line has the request id. */
export function requestLog(c: ApiContext): Logger {
  return c.get('services').log.child({ request: c.get('requestId') })
}

/** Resolves when all lines are written, or after `WRITING_MAX_MS` if the reader stalls. */
export async function flushLog(): Promise<void> {
  const written = new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
  await Promise.race([written, setTimeout(WRITING_MAX_MS)])
}

/**
 * Writes with `process.stdout`, which writes at once if the pipe has space and buffers otherwise. Pino's own destination writes in a libuv
 * thread, which keeps the process from ending while it waits for a reader.
 */
function openOutput(): DestinationStream {
  // On a closed pipe or a full log disk, lines are lost, but the server continues.
  process.stdout.on('error', () => {})
  return {
    write(line) {
      if (process.stdout.writableLength < BUFFERED_MAX) process.stdout.write(line)
    },
  }
}
