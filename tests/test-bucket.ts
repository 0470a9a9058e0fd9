import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FauxqsServer, startFauxqs } from 'fauxqs'

/** What happens to a request instead of its answer. `cut` sends half of the answer's body, `spoil` changes the first byte of a PUT. */
type Fault = 'fail' | 'hang' | 'cut' | 'deny' | 'full' | 'spoil'

/** True if the tests of this run keep files in a bucket. */
export const isOnBucket = process.env.TEST_STORE === 'bucket'

const REFUSALS = {
  fail: [500, 'InternalError'],
  deny: [403, 'InvalidAccessKeyId'],
  full: [507, 'InsufficientStorage'],
} as const

/** A bucket of an object storage in this process. Its requests can be made to fail. */
export class TestBucket implements AsyncDisposable {
  /** The environment of a server with this bucket. */
  readonly env: Record<string, string>
  /** Chooses the requests that fail. A request waits while this is pending. */
  faultOf: (request: IncomingMessage) => Fault | undefined | Promise<Fault | undefined> = () => undefined
  /** The requests so far, such as `GET files/turbines/1/…`. */
  readonly requests: string[] = []
  /** How many requests ended because the server has closed their connection. */
  brokenOff = 0
  readonly #storage: FauxqsServer
  readonly #proxy: Server

  private constructor(storage: FauxqsServer, proxy: Server) {
    this.#storage = storage
    this.#proxy = proxy
    proxy.on('request', (incoming, outgoing) => void this.#pass(incoming, outgoing))
    const { port } = proxy.address() as AddressInfo
    const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }
    this.env = {
      STORE_URL: `s3://kanat?endpoint=http://127.0.0.1:${port}&region=eu-central-1`,
      ...credentials,
    }
    // The SDK reads the credentials from the environment of the process.
    Object.assign(process.env, credentials)
  }

  static async start(): Promise<TestBucket> {
    const storage = await startFauxqs({ port: 0, logger: false })
    storage.createBucket('kanat')
    const proxy = createServer().listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    return new TestBucket(storage, proxy)
  }

  /** Writes an object as another program would. */
  async put(key: string, bytes: string): Promise<void> {
    const path = key.split('/').map(encodeURIComponent).join('/')
    const answer = await fetch(`http://127.0.0.1:${this.#storage.port}/kanat/${path}`, {
      method: 'PUT',
      body: bytes,
    })
    if (!answer.ok) throw new Error(`the bucket answered ${answer.status}`)
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming
    this.requests.push(`${method} ${decodeURIComponent(url.slice('/kanat/'.length))}`)
    let isCut = false
    outgoing.on('close', () => {
      if (!outgoing.writableFinished && !isCut) this.brokenOff += 1
    })
    const fault = await this.faultOf(incoming)
    if (fault === 'hang') return void incoming.resume()
    if (fault && fault !== 'cut' && fault !== 'spoil') {
      const [status, code] = REFUSALS[fault]
      incoming.resume()
      outgoing.writeHead(status, { 'Content-Type': 'application/xml', Connection: 'close' })
      return void outgoing.end(`<Error><Code>${code}</Code><Message>as the test wants</Message></Error>`)
    }
    const passed = request({ port: this.#storage.port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      if (fault !== 'cut') return void answer.pipe(outgoing)
      answer.once('data', (piece: Buffer) =>
        outgoing.write(piece.subarray(0, piece.length / 2), () => {
          isCut = true
          outgoing.destroy()
        }),
      )
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    if (fault === 'spoil') incoming.once('data', (piece: Buffer) => piece.fill(0, 0, 1))
    incoming.pipe(passed)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#proxy.closeAllConnections()
    this.#proxy.close()
    await this.#storage.stop()
  }
}
