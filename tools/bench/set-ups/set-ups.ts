import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { Nginx } from '../../../tests/support/servers/nginx.ts'
import { PostgresServer } from '../../../tests/support/servers/postgres-server.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { addManyTurbines } from '../database/many-turbines.ts'
import { moveRows } from '../database/move-rows.ts'

/** The rows of every set-up. */
export const TURBINES = 1000
export const PHOTOS_EACH = 100

/** A way to run Kanat that is measured beside the others. */
export interface SetUp {
  name: string
  /** Where requests go. */
  origin: string
  headers: { Authorization: string }
  /** A turbine without photos. */
  turbine: number
  /** The ids of the server processes. */
  servers: number[]
  /** The ids of the processes of PostgreSQL and the bucket. */
  storage: number[]
}

export interface SetUps extends AsyncDisposable {
  /** SQLite and disk; PostgreSQL and bucket with one process, and with two behind nginx. */
  all: [disk: SetUp, one: SetUp, two: SetUp]
  /** How fast `npm run move` has copied and compared the rows. */
  move: { rows: number; ms: number }
}

/** Starts all set-ups with the same rows: they are made on SQLite and moved to PostgreSQL. */
export async function startSetUps(folder: string): Promise<SetUps> {
  await using stack = new AsyncDisposableStack()
  const dataDir = join(folder, 'set-up-on-disk')
  await addManyTurbines(dataDir, TURBINES, PHOTOS_EACH)
  const postgres = stack.use(await startPostgres())
  const url = await makeDatabase(postgres, 'kanat')
  const moved = await moveRows({ DATA_DIR: dataDir }, url)
  const bucket = stack.use(await Bucket.start())
  const storage = [postgres.pid, bucket.pid]
  const env = { ...bucket.env, DATABASE_URL: url }
  const behindNginx = { ...env, TRUST_PROXY: '1' }

  const start = async (name: string, environment: Record<string, string>) =>
    stack.use(await ServerProcess.start(name === '' ? dataDir : join(folder, name), environment))
  const disk = await start('', {})
  const one = await start('set-up-one', env)
  const two = [await start('set-up-two-a', behindNginx), await start('set-up-two-b', behindNginx)] as const
  const nginx = stack.use(await Nginx.start([portOf(two[0]), portOf(two[1])]))
  const all: SetUps['all'] = [
    await setUp('SQLite + disk', disk.origin, [disk], []),
    await setUp('PostgreSQL + bucket', one.origin, [one], storage),
    await setUp('the same, 2 processes, nginx', nginx.origin, two, storage),
  ]
  const owned = stack.move()
  return { all, move: moved, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function setUp(
  name: string,
  origin: string,
  servers: readonly ServerProcess[],
  storage: number[],
): Promise<SetUp> {
  const headers = await signInAtProcess(origin)
  const turbine = await addTurbine(origin, headers)
  return { name, origin, headers, turbine, servers: servers.map(({ pid }) => pid), storage }
}

/** PostgreSQL as in use: with its safety against crashes, and memory for the tables that are read often. */
export function startPostgres(): Promise<PostgresServer> {
  return PostgresServer.start({ shared_buffers: '1GB', max_wal_size: '8GB' })
}

/** Makes an empty database. @returns its address */
export async function makeDatabase(postgres: PostgresServer, name: string): Promise<string> {
  const client = new Client(postgres.url('postgres'))
  await client.connect()
  try {
    await client.query(`create database ${name} template template0`)
  } finally {
    await client.end()
  }
  return postgres.url(name)
}

function portOf({ origin }: ServerProcess): string {
  return new URL(origin).port
}

/** An object storage in its own process, which keeps its objects in memory. */
class Bucket implements AsyncDisposable {
  /** The environment of a server with this bucket. */
  readonly env: Record<string, string>
  readonly #process: ChildProcess

  private constructor(process: ChildProcess, port: string) {
    this.#process = process
    this.env = {
      STORE_URL: `s3://kanat?endpoint=http://127.0.0.1:${port}&region=eu-central-1`,
      AWS_ACCESS_KEY_ID: 'bench',
      AWS_SECRET_ACCESS_KEY: 'bench',
    }
  }

  static async start(): Promise<Bucket> {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'bucket.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    return new Bucket(child, port)
  }

  get pid(): number {
    return this.#process.pid as number
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGTERM')
    await ended
  }
}
