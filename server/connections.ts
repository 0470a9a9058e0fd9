import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Headers have to be whole after this long, in milliseconds. */
export const HEADERS_TIMEOUT_MS = 15_000

/** A request or an answer under way has to move on by this many bytes between two looks. */
const PROGRESS_BYTES = 1024

/**
 * Ends connections that make no progress: a body that stalls or drips, an answer that nobody reads. A long upload over
 * a slow line lives, however long it takes, and so does a request the server itself is still working on.
 */
export function endStalledConnections(server: Server, stallMs: number): void {
  const active = new Map<
    Socket,
    { request: IncomingMessage; response: ServerResponse; read: number; written: number }
  >()

  server.on('request', (request, response) => {
    const { socket } = request
    active.set(socket, { request, response, read: socket.bytesRead, written: socket.bytesWritten })
    response.once('close', () => active.delete(socket))
  })

  const timer = setInterval(() => {
    for (const [socket, exchange] of active) {
      const receiving = !exchange.request.complete && !exchange.request.isPaused()
      const sending = exchange.response.headersSent && socket.writableLength > 0
      const moved = socket.bytesRead - exchange.read + socket.bytesWritten - exchange.written
      if ((receiving || sending) && moved < PROGRESS_BYTES) socket.destroy()
      exchange.read = socket.bytesRead
      exchange.written = socket.bytesWritten
    }
  }, stallMs)
  timer.unref()
  server.on('close', () => clearInterval(timer))
}

/** Stops taking connections, lets requests under way finish for `graceMs`, then cuts them off. Resolves when all are gone. */
export function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(cutOff)
      resolve()
    })
    server.closeIdleConnections()
  })
}
