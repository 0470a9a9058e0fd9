import type { ReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/**
 * Ends a body with an error if nothing arrives for `ms` milliseconds although its reader has taken everything. A reader may take any
 * time: then bytes wait in the buffer.
 */
export function endWhenStalled(body: Readable, ms: number): void {
  const { socket } = body as IncomingMessage
  let arrived = socket.bytesRead
  const timer = setInterval(() => {
    if (body.readableLength === 0 && socket.bytesRead === arrived) {
      body.destroy(new Error(`The bucket has sent nothing for ${ms} ms.`))
    }
    arrived = socket.bytesRead
  }, ms)
  body.once('close', () => clearInterval(timer))
}

/** Aborts if nobody has read more of a file for `ms` milliseconds, until `end` is called. */
export function abortWhenStalled(file: ReadStream, ms: number): { signal: AbortSignal; end(): void } {
  const abort = new AbortController()
  let read = -1
  const timer = setInterval(() => {
    if (file.bytesRead === read) abort.abort()
    read = file.bytesRead
  }, ms)
  return { signal: abort.signal, end: () => clearInterval(timer) }
}
