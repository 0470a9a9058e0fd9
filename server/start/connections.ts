import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
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

/** The part of all connections that one address may have, if the address is that of the client. */
const ADDRESS_PART = 0.5

/** How many requests of one connection wait for the answer to the one before. A client that sends more gets an answer to these. */
const READ_AHEAD_MAX = 16

/** With more requests beyond these, a connection is closed at once. */
const IGNORED_MAX = 2000

/** With more connections than this part of the maximum, an answer ends its connection, so that the clients take turns. */
const CROWDED_PART = 0.75

/** Without an answer, a proxy would take the slow client for a failure of this server. */
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** A connection of a client, with the request that is answered now. */
interface Connection {
  current: Exchange | undefined
  /** The requests that wait for the answer to the one before, in the order of their arrival. */
  waiting: [IncomingMessage, ServerResponse][]
  /** How many more have arrived than may wait: none after them is answered. */
  ignored: number
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** The bytes of the socket at the last check. */
  read: number
  written: number
  /** True if the server waited for the client at the last check. A client has the whole time between two checks to send something. */
  wasReceiving: boolean
  /** The number of checks since the last progress of the answer. */
  pauses: number
}

interface ConnectionLimits {
  /** The time between two checks, in milliseconds. */
  stallMs: number
  /** The most connections at once; further ones are closed when they are accepted. */
  max: number
  /** True if the connections are those of a proxy, so that their address says nothing about the client. */
  isBehindProxy: boolean
}

/**
 * Watches the connections of the server. It answers the requests of each one after the other, and closes those without progress: a body that stops
 * or is too slow, or an answer that the client does not read. A long upload over a slow line is not closed, and neither is a request that the server
 * still works on.
 */
export class Connections {
  readonly #server: Server
  readonly #answer: RequestListener
  readonly #limits: ConnectionLimits
  /** In the order in which they were opened. */
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
   * Answers the request after those that its connection has sent before. Without this, a client that sends thousands without waiting for an answer
   * would have all of them worked on at once. What it sends beyond the limit is not answered: the last answer before says that the connection ends.
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
      // After the last answer of a connection, nothing more can be answered, so nothing more is carried out.
      const next = socket.writable ? connection.waiting.shift() : undefined
      if (next) this.#begin(connection, ...next)
      // Without this, it would stay open until Node's `keepAliveTimeout`.
      else if (this.#isClosing) socket.destroySoon()
    })
    this.#answer(request, response)
  }

  /** Makes room for the next connection: the first one that waits for a request is the oldest. */
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
