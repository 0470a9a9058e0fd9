import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Headers have to be whole after this long, in milliseconds. */
const HEADERS_TIMEOUT_MS = 15_000

/** A body has to bring this many bytes between two looks. */
const RECEIVED_BYTES_MIN = 1024

/**
 * An answer may rest for so many looks: the kernel takes it in large pieces, and for a slow reader nothing seems to
 * move in between.
 */
const SENDING_RESTS_MAX = 10

interface Exchange {
  request: IncomingMessage
  /** Bytes of the socket at the last look. */
  read: number
  written: number
  /** Looks since anything was sent. */
  rests: number
}

/**
 * Knows the server's connections. It ends those that make no progress: a body that stalls or drips, an answer that
 * nobody reads. A long upload over a slow line lives, however long it takes, and so does a request the server itself is
 * still working on.
 */
export class Connections {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #exchanges = new Map<ServerResponse, Exchange>()
  readonly #timer: NodeJS.Timeout

  /** @param stallMs the time between two looks, in milliseconds */
  constructor(server: Server, stallMs: number) {
    this.#server = server
    server.headersTimeout = HEADERS_TIMEOUT_MS
    // Uploads take as long as they take.
    server.requestTimeout = 0
    server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    server.on('request', (request, response) => {
      const { bytesRead, bytesWritten } = request.socket
      this.#exchanges.set(response, { request, read: bytesRead, written: bytesWritten, rests: 0 })
      response.once('close', () => this.#exchanges.delete(response))
    })
    this.#timer = setInterval(() => this.#endStalled(), stallMs)
    this.#timer.unref()
  }

  /** Takes no more connections, lets requests under way finish for `graceMs`, then cuts them off. Resolves when all are gone. */
  async close(graceMs: number): Promise<void> {
    clearInterval(this.#timer)
    const closed = new Promise((resolve) => this.#server.close(resolve))
    // A browser opens connections ahead of need; Node's closeIdleConnections leaves those that never sent a byte.
    const busy = new Set([...this.#exchanges.values()].map(({ request }) => request.socket))
    for (const socket of this.#sockets) if (!busy.has(socket)) socket.destroy()
    const cutOff = setTimeout(() => this.#server.closeAllConnections(), graceMs)
    await closed
    clearTimeout(cutOff)
  }

  #endStalled(): void {
    for (const [response, exchange] of this.#exchanges) {
      const { request } = exchange
      const { socket } = request
      // What lies unread in the buffer waits for us, not for the sender.
      const isReceiving = !request.complete && request.readableLength === 0
      const isSending = response.headersSent && socket.writableLength > 0
      const hasStalled = isReceiving && socket.bytesRead - exchange.read < RECEIVED_BYTES_MIN
      exchange.rests = isSending && socket.bytesWritten === exchange.written ? exchange.rests + 1 : 0
      if (hasStalled || exchange.rests >= SENDING_RESTS_MAX) socket.destroy()
      exchange.read = socket.bytesRead
      exchange.written = socket.bytesWritten
    }
  }
}
