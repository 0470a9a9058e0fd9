import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Client } from '@aws-sdk/client-s3'
import { startFauxqs } from 'fauxqs'

/** What happens to a request instead of its answer. `refuse` breaks the connection, `cut` sends half of the answer's body, `spoil` changes the first byte of a PUT. */
type Fault = 'fail' | 'hang' | 'refuse' | 'cut' | 'deny' | 'full' | 'read only' | 'spoil'

/** How long a connection stays open that nobody uses, in milliseconds. Some storages wait for more than a minute. */
const KEEP_ALIVE_MS = 120_000

const REGION = 'eu-central-1'

/** True if the tests of this run keep files in a bucket. */
export const isOnBucket = process.env.TEST_STORE === 'bucket'

const REFUSALS = {
  fail: [500, 'InternalError'],
  deny: [403, 'InvalidAccessKeyId'],
  full: [507, 'InsufficientStorage'],
  'read only': [403, 'AccessDenied'],
} as const

/** The address of an object storage that runs already, with credentials. Without it, each bucket has a fauxqs in this process. */
const STORAGE_URL = process.env.TEST_STORAGE_URL

/** A new bucket of an object storage. Its requests can be made to fail. */
export class TestBucket implements AsyncDisposable {
  readonly name: string
  /** The environment of a server with this bucket. */
  readonly env: Record<string, string>
  /** Chooses the requests that fail. A request waits while this is pending. */
  faultOf: (request: IncomingMessage) => Fault | undefined | Promise<Fault | undefined> = () => undefined
  /** The requests so far, such as `GET files/turbines/1/…`. */
  readonly requests: string[] = []
  /** How many requests ended because the server has closed their connection. */
  brokenOff = 0
  readonly #storage: ObjectStorage
  readonly #proxy: Server

  private constructor(name: string, storage: ObjectStorage, proxy: Server) {
    this.name = name
    this.#storage = storage
    this.#proxy = proxy
    proxy.on('request', (incoming, outgoing) => void this.#pass(incoming, outgoing))
    const { port } = proxy.address() as AddressInfo
    const { accessKeyId, secretAccessKey } = storage.credentials
    const credentials = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey }
    this.env = {
      STORE_URL: `s3://${name}?endpoint=http://127.0.0.1:${port}&region=${REGION}`,
      ...credentials,
    }
    // The SDK reads the credentials from the environment of the process.
    Object.assign(process.env, credentials)
  }

  static async start(): Promise<TestBucket> {
    const storage = STORAGE_URL ? await runningStorage(STORAGE_URL) : await startStorage()
    const name = `kanat-${randomUUID()}`
    const { CreateBucketCommand } = await import('@aws-sdk/client-s3')
    await storage.client.send(new CreateBucketCommand({ Bucket: name }))
    const proxy = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    return new TestBucket(name, storage, proxy)
  }

  /** Writes an object as another program would. */
  async put(key: string, bytes: string): Promise<void> {
    const { PutObjectCommand } = await import('@aws-sdk/client-s3')
    await this.#storage.client.send(new PutObjectCommand({ Bucket: this.name, Key: key, Body: bytes }))
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming
    this.requests.push(`${method} ${decodeURIComponent(url.slice(`/${this.name}/`.length))}`)
    let isCut = false
    outgoing.on('close', () => {
      if (!outgoing.writableFinished && !isCut) this.brokenOff += 1
    })
    const fault = await this.faultOf(incoming)
    if (fault === 'hang') return void incoming.resume()
    if (fault === 'refuse') return void incoming.destroy()
    if (fault && fault !== 'cut' && fault !== 'spoil') {
      const [status, code] = REFUSALS[fault]
      incoming.resume()
      outgoing.writeHead(status, { 'Content-Type': 'application/xml', Connection: 'close' })
      return void outgoing.end(`<Error><Code>${code}</Code><Message>as the test wants</Message></Error>`)
    }
    let got: IncomingMessage | undefined
    const passed = request({ port: this.#storage.port, method, path: url, headers }, (answer) => {
      got = answer
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      if (fault !== 'cut') return void answer.pipe(outgoing)
      answer.once('data', (piece: Buffer) =>
        outgoing.write(piece.subarray(0, piece.length / 2), () => {
          isCut = true
          outgoing.destroy()
        }),
      )
    })
    // Swift sends bytes after some answers to HEAD, which is an error of the connection.
    passed.on('error', () => got?.complete || outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    if (fault === 'spoil') incoming.once('data', (piece: Buffer) => piece.fill(0, 0, 1))
    incoming.pipe(passed)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#proxy.closeAllConnections()
    this.#proxy.close()
    this.#storage.client.destroy()
    await this.#storage.stop()
  }
}

interface ObjectStorage {
  port: number
  credentials: { accessKeyId: string; secretAccessKey: string }
  client: S3Client
  stop(): Promise<void>
}

async function startStorage(): Promise<ObjectStorage> {
  const fauxqs = await startFauxqs({ port: 0, logger: false })
  const storage = await runningStorage(`http://test:test@127.0.0.1:${fauxqs.port}`)
  return { ...storage, stop: () => fauxqs.stop() }
}

async function runningStorage(url: string): Promise<ObjectStorage> {
  const { S3Client } = await import('@aws-sdk/client-s3')
  const { origin, port, username, password } = new URL(url)
  const credentials = { accessKeyId: decodeURIComponent(username), secretAccessKey: password }
  const client = new S3Client({ endpoint: origin, forcePathStyle: true, region: REGION, credentials })
  return { port: Number(port), credentials, client, stop: async () => {} }
}
