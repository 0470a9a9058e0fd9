import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The time in which a client has to send its headers, in milliseconds. */
const HEADERS_TIMEOUT_MS = 15_000

/** The minimum number of bytes of a body that must arrive between two checks. */
const RECEIVED_BYTES_MIN = 1024

/**
 * The maximum number of checks in a row without progress of an answer. The kernel takes an answer in large pieces, so with a slow
 * client several checks may see no progress.
 */
const SENDING_PAUSES_MAX = 10

/** With more connections than this part of the maximum, an answer ends its connection, so that the clients take turns. */
const CROWDED_PART = 0.75

/** Without an answer, a proxy would take the slow client for a failure of this server. */
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

interface Exchange {
  request: IncomingMessage
  /** The bytes of the socket at the last check. */
  read: number
  written: number
  /** True if the server waited for the client at the last check. A client has the whole time between two checks to send something. */
  wasReceiving: boolean
  /** The number of checks since the last progress of the answer. */
  pauses: number
}

/**
 * Watches the connections of the server. It closes those without progress: a body that stops or is too slow, or an answer that the
 * client does not read. A long upload over a slow line is not closed, and neither is a request that the server still works on.
 */
export class Connections {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #exchanges = new Map<ServerResponse, Exchange>()
  readonly #timer: NodeJS.Timeout
  readonly #max: number
  #isClosing = false

  /**
   * @param stallMs the time between two checks, in milliseconds
   * @param max the most connections at once; further ones are closed when they are accepted
   */
  constructor(server: Server, stallMs: number, max = Number.POSITIVE_INFINITY) {
    this.#server = server
    this.#max = max
    if (Number.isFinite(max)) server.maxConnections = max
    server.headersTimeout = HEADERS_TIMEOUT_MS
    // An upload may take any time, as long as it makes progress.
    server.requestTimeout = 0
    server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      if (this.#sockets.size >= this.#max) this.#endOneIdle(socket)
    })
    server.on('request', (request, response) => {
      const { bytesRead, bytesWritten } = request.socket
      const start = { read: bytesRead, written: bytesWritten, wasReceiving: false, pauses: 0 }
      this.#exchanges.set(response, { request, ...start })
      if (this.#isClosing || this.#sockets.size > this.#max * CROWDED_PART) response.shouldKeepAlive = false
      response.once('close', () => {
        this.#exchanges.delete(response)
        if (this.#isClosing) this.#endIfIdle(request.socket)
      })
    })
    this.#timer = setInterval(() => this.#endStalled(), stallMs)
    this.#timer.unref()
  }

  /** Accepts no new connections and waits `graceMs` milliseconds for running requests, then closes them. Resolves when all are closed. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const response of this.#exchanges.keys()) response.shouldKeepAlive = false
    // Browsers open connections in advance, and Node's closeIdleConnections does not close those without any request.
    for (const socket of this.#sockets) this.#endIfIdle(socket)
    const timeout = setTimeout(() => this.#server.closeAllConnections(), graceMs)
    await closed
    clearTimeout(timeout)
    clearInterval(this.#timer)
  }

  /** Makes room for the next connection: the first one that waits for a request is the oldest. */
  #endOneIdle(newest: Socket): void {
    const busy = new Set([...this.#exchanges.values()].map(({ request }) => request.socket))
    for (const socket of this.#sockets) {
      if (socket === newest || busy.has(socket)) continue
      socket.destroySoon()
      return
    }
  }

  /** Without this, a connection whose last answer began before the stop would stay open until Node's `keepAliveTimeout`. */
  #endIfIdle(socket: Socket): void {
    for (const { request } of this.#exchanges.values()) if (request.socket === socket) return
    socket.destroySoon()
  }

  #endStalled(): void {
    for (const [response, exchange] of this.#exchanges) {
      const { request } = exchange
      const { socket } = request
      // Unread bytes in the buffer wait for this server, not for the client.
      const isReceiving = !request.complete && request.readableLength === 0
      const isSending = response.headersSent && socket.writableLength > 0
      const hasStalled =
        isReceiving && exchange.wasReceiving && socket.bytesRead - exchange.read < RECEIVED_BYTES_MIN
      exchange.pauses = isSending && socket.bytesWritten === exchange.written ? exchange.pauses + 1 : 0
      if (hasStalled && !response.headersSent) socket.end(TIMED_OUT, () => socket.destroy())
      else if (hasStalled || exchange.pauses >= SENDING_PAUSES_MAX) socket.destroy()
      exchange.wasReceiving = isReceiving
      exchange.read = socket.bytesRead
      exchange.written = socket.bytesWritten
    }
  }
}
