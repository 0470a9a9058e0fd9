import type { ReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/**
 * Ends a body with an error if nothing arrives for `ms` milliseconds although its buffer is empty. A slow reader is no stall: bytes wait in
 * the buffer.
 */
export function endWhenStalled(body: Readable, ms: number): void {
  const { socket } = body as IncomingMessage
  // The reader gets the error. But it may not have begun yet, and the error must not end the process.
  body.on('error', () => {})
  let arrived = socket.bytesRead
  const timer = setInterval(() => {
    if (body.readableLength === 0 && socket.bytesRead === arrived) {
      body.destroy(new Error(`The bucket sent nothing for ${ms} ms.`))
    }
    arrived = socket.bytesRead
  }, ms)
  body.once('close', () => clearInterval(timer))
}

/** A file being sent. `signal` aborts when that cannot go on. */
interface WatchedReading {
  signal: AbortSignal
  /** Why the file cannot be read, if so. */
  error?: unknown
  end(): void
}

/** Aborts if a file's reader stalls for `ms` milliseconds, or the file cannot be read, until `end` is called. */
export function watchReading(file: ReadStream, ms: number): WatchedReading {
  const abort = new AbortController()
  let read = -1
  const timer = setInterval(() => {
    if (file.bytesRead === read) abort.abort()
    read = file.bytesRead
  }, ms)
  const watched: WatchedReading = { signal: abort.signal, end: () => clearInterval(timer) }
  // Without a listener, an unreadable file would end the process.
  file.on('error', (error) => {
    watched.error = error
    abort.abort()
  })
  return watched
}
