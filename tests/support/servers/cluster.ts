import { rm } from 'node:fs/promises'
import type { Photo } from '#domain/photo.ts'
import { uploadForm } from '../builders.ts'
import { temporaryFolder } from '../test-app.ts'
import { Nginx } from './nginx.ts'
import { freePort, ServerProcess, SUPERADMIN } from './server-process.ts'
import { TestBucket } from './test-bucket.ts'
import { TestDatabase } from './test-databases.ts'

type StartServer = (index: 0 | 1) => Promise<ServerProcess>

/** Two servers behind nginx, with one PostgreSQL and one bucket. */
export class Cluster implements AsyncDisposable {
  readonly #around: AsyncDisposableStack
  readonly #start: StartServer
  readonly servers: [ServerProcess, ServerProcess]
  readonly nginx: Nginx

  private constructor(
    around: AsyncDisposableStack,
    start: StartServer,
    servers: [ServerProcess, ServerProcess],
    nginx: Nginx,
  ) {
    this.#around = around
    this.#start = start
    this.servers = servers
    this.nginx = nginx
  }

  static async start(): Promise<Cluster> {
    await using around = new AsyncDisposableStack()
    const database = around.use(await TestDatabase.make())
    const bucket = around.use(await TestBucket.start())
    const ports = [String(await freePort()), String(await freePort())] as const
    const folders = [await temporaryFolder(), await temporaryFolder()] as const
    for (const folder of folders) around.defer(() => rm(folder, { recursive: true }))
    const env = { ...bucket.env, DATABASE_URL: database.url, TRUST_PROXY: '1', DRAIN_SECONDS: '2' }
    const start: StartServer = (index) => ServerProcess.start(folders[index], { ...env, PORT: ports[index] })
    const servers = await Promise.all([start(0), start(1)])
    const nginx = around.use(await Nginx.start(ports))
    return new Cluster(around.move(), start, servers, nginx)
  }

  /** Starts the server again that has ended. */
  async startAgain(index: 0 | 1): Promise<void> {
    this.servers[index] = await this.#start(index)
  }

  /** How many requests for the list of turbines a server has answered since its start. */
  async listsAnsweredBy(index: 0 | 1): Promise<number> {
    const text = await (await fetch(`${this.servers[index].origin}/metrics`)).text()
    return Number(
      /duration_seconds_count\{method="GET",route="\/api\/turbines",[^}]*\} (\d+)/.exec(text)?.[1] ?? 0,
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.servers) await server[Symbol.asyncDispose]()
    await this.#around.disposeAsync()
  }
}

/** A user whose requests go to nginx, or to one of the servers. */
export class ClusterClient {
  readonly #origin: string
  readonly #token: string

  constructor(origin: string, token: string) {
    this.#origin = origin
    this.#token = token
  }

  static async signIn(origin: string, account = SUPERADMIN): Promise<ClusterClient> {
    const answer = await postJson(`${origin}/api/auth/login`, account)
    const { token } = (await answer.json()) as { token: string }
    return new ClusterClient(origin, token)
  }

  /** The same user, elsewhere. */
  at(origin: string): ClusterClient {
    return new ClusterClient(origin, this.#token)
  }

  send(
    method: string,
    path: string,
    body?: BodyInit,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(`${this.#origin}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#token}`, ...headers },
      ...(body !== undefined && { body }),
    })
  }

  json(method: string, path: string, body: unknown): Promise<Response> {
    return this.send(method, path, JSON.stringify(body), { 'Content-Type': 'application/json' })
  }

  async read<T>(path: string): Promise<T> {
    return ((await (await this.send('GET', path)).json()) as { data: T }).data
  }

  upload(turbine: number, name: string, bytes: Uint8Array): Promise<Response> {
    return this.send('POST', `/api/turbines/${turbine}/photos`, uploadForm({ [name]: bytes }))
  }

  photos(turbine: number): Promise<Photo[]> {
    return this.read(`/api/turbines/${turbine}/photos`)
  }
}

export function postJson(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}
