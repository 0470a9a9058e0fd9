import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Header timeout, in milliseconds. */
const HEADERS_TIMEOUT_MS = 15_000

/** Minimum bytes of a body between two checks. */
const RECEIVED_BYTES_MIN = 1024

/**
 * Maximum consecutive checks without progress of an answer. The kernel takes an answer in large pieces, so with a slow client several
 * checks may see none.
 */
const SENDING_PAUSES_MAX = 10

/** The fraction of all connections for one address, if the address is the client's. */
const ADDRESS_PART = 0.5

/** Pipelined requests queued per connection. A client that sends more gets an answer to these. */
const READ_AHEAD_MAX = 16

/** With more requests beyond these, a connection is closed at once. */
const IGNORED_MAX = 2000

/** Above this fraction of the maximum, an answer ends its connection, so that the clients take turns. */
const CROWDED_PART = 0.75

/** Without an answer, a proxy would take the slow client for a failure of this server. */
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** A client connection, with its current request. */
interface Connection {
  current: Exchange | undefined
  /** The pipelined requests, in order of arrival. */
  waiting: [IncomingMessage, ServerResponse][]
  /** How many more arrived than may wait: none after them is answered. */
  ignored: number
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** The bytes of the socket at the last check. */
  read: number
  written: number
  /** True if the server waited for the client at the last check. A client has the whole interval to send something. */
  wasReceiving: boolean
  /** The checks since the last progress of the answer. */
  pauses: number
}

interface ConnectionLimits {
  /** Interval of checks, in milliseconds. */
  stallMs: number
  /** Maximum connections; further ones are closed on accept. */
  max: number
  /** True behind a proxy, whose address says nothing about the client. */
  isBehindProxy: boolean
}

/**
 * Watches the server's connections. It answers the requests of each one after the other, and closes those without progress: a stopped or
 * slow body, or an answer that the client does not read. A long upload over a slow line is not closed, nor a request in progress.
 */
export class Connections {
  readonly #server: Server
  readonly #answer: RequestListener
  readonly #limits: ConnectionLimits
  /** In order of opening. */
  readonly #connections = new Map<Socket, Connection>()
  readonly #countOfAddress = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  #isClosing = false

  constructor(server: Server, answer: RequestListener, limits: ConnectionLimits) {
    this.#server = server
    this.#answer = answer
    this.#limits = limits
    if (Number.isFinite(limits.max)) server.maxConnections = limits.max
    server.headersTimeout = HEADERS_TIMEOUT_MS
    // An upload may take any time, as long as it makes progress.
    server.requestTimeout = 0
    server.on('connection', (socket) => this.#accept(socket))
    server.on('request', (request, response) => this.#receive(request, response))
    this.#timer = setInterval(() => this.#endStalled(), limits.stallMs)
    this.#timer.unref()
  }

  /** Accepts no new connections and waits `graceMs` milliseconds for running requests, then closes them. Resolves when all are closed. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const [socket, { current }] of this.#connections) {
      // Browsers open connections in advance, and Node's closeIdleConnections does not close those without any request.
      if (current) current.response.shouldKeepAlive = false
      else socket.destroySoon()
    }
    const timeout = setTimeout(() => this.#server.closeAllConnections(), graceMs)
    await closed
    clearTimeout(timeout)
    clearInterval(this.#timer)
  }

  #accept(socket: Socket): void {
    const { max, isBehindProxy } = this.#limits
    const { remoteAddress = '' } = socket
    const count = (this.#countOfAddress.get(remoteAddress) ?? 0) + 1
    if (!isBehindProxy && count > max * ADDRESS_PART) {
      socket.destroy()
      return
    }
    this.#countOfAddress.set(remoteAddress, count)
    this.#connections.set(socket, { current: undefined, waiting: [], ignored: 0 })
    socket.once('close', () => {
      this.#connections.delete(socket)
      const left = (this.#countOfAddress.get(remoteAddress) ?? 1) - 1
      if (left > 0) this.#countOfAddress.set(remoteAddress, left)
      else this.#countOfAddress.delete(remoteAddress)
    })
    if (this.#connections.size >= max) this.#endOneIdle(socket)
  }

  /**
   * Answers the pipelined requests of a connection in sequence. Otherwise a client that sends thousands without waiting would have all
   * processed at once. Requests beyond the limit are not answered: the last answer before says that the connection ends.
   *
   * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.6
   */
  #receive(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(request.socket)
    if (!connection) return
    if (connection.ignored > 0) {
      connection.ignored += 1
      // Node keeps each of them until the connection ends.
      if (connection.ignored > IGNORED_MAX) request.socket.destroy()
      return
    }
    const { current, waiting } = connection
    if (!current) this.#begin(connection, request, response)
    else if (waiting.length < READ_AHEAD_MAX) waiting.push([request, response])
    else {
      connection.ignored = 1
      for (const [, last] of waiting.slice(-1)) last.shouldKeepAlive = false
    }
  }

  #begin(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const { bytesRead, bytesWritten } = socket
    const start = { read: bytesRead, written: bytesWritten, wasReceiving: false, pauses: 0 }
    connection.current = { request, response, ...start }
    if (this.#isClosing || this.#connections.size > this.#limits.max * CROWDED_PART)
      response.shouldKeepAlive = false
    response.once('close', () => {
      connection.current = undefined
      // After a connection's last answer, nothing more can be answered, so nothing more is carried out.
      const next = socket.writable ? connection.waiting.shift() : undefined
      if (next) this.#begin(connection, ...next)
      // Otherwise it would stay open until Node's `keepAliveTimeout`.
      else if (this.#isClosing) socket.destroySoon()
    })
    this.#answer(request, response)
  }

  /** Makes room for the next connection: the first idle one is the oldest. */
  #endOneIdle(newest: Socket): void {
    for (const [socket, { current }] of this.#connections) {
      if (socket === newest || current) continue
      socket.destroySoon()
      return
    }
  }

  #endStalled(): void {
    for (const [socket, { current }] of this.#connections) if (current) endIfStalled(socket, current)
  }
}

function endIfStalled(socket: Socket, exchange: Exchange): void {
  const { request, response } = exchange
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
