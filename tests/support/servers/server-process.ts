import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import manifest from '../../../package.json' with { type: 'json' }
import { timeFactor } from '../time/time-factor.ts'
import { nodeEnvironment, ROOT } from './node-process.ts'

/** The first superadmin of every server started here. */
export const SUPERADMIN = { email: 'super@kanat.example', password: 'rüzgâr-12' }

/** The built product in its own process, on a free loopback port. */
export class ServerProcess implements AsyncDisposable {
  readonly origin: string
  readonly #process: ChildProcess
  readonly #written: Buffer[]
  readonly #exit: Promise<[code: number | null, signal: string | null]>

  private constructor(process: ChildProcess, origin: string, written: Buffer[]) {
    this.#process = process
    this.origin = origin
    this.#written = written
    this.#exit = once(process, 'exit') as Promise<[number | null, string | null]>
  }

  /** Resolves once the server listens. @param descriptors how many files and connections it may have open */
  static async start(
    dataDir: string,
    env: Record<string, string> = {},
    descriptors?: number,
  ): Promise<ServerProcess> {
    const { child, written } = spawnServer(dataDir, env, descriptors)
    for await (const line of createInterface({ input: child.stdout })) {
      const { msg, port } = JSON.parse(line) as { msg?: string; port?: number }
      if (msg === 'Kanat is listening') {
        child.stdout.resume()
        return new ServerProcess(child, `http://127.0.0.1:${port}`, written)
      }
    }
    throw new Error(`The server did not start: ${Buffer.concat(written)}`)
  }

  /** Like `start`, for log levels at which the server does not log that it listens. */
  static async startQuietly(dataDir: string, env: Record<string, string>): Promise<ServerProcess> {
    const port = await freePort()
    const { child, written } = spawnServer(dataDir, { ...env, PORT: String(port) })
    const server = new ServerProcess(child, `http://127.0.0.1:${port}`, written)
    while (child.exitCode === null && child.signalCode === null) {
      const answer = await fetch(`${server.origin}/api/health`).catch(() => undefined)
      if (answer?.ok) return server
      // Questions without a pause would take half of the processor time of the start.
      await pause(20)
    }
    throw new Error(`The server did not start: ${server.output}`)
  }

  get pid(): number {
    return this.#process.pid as number
  }

  /** Everything the process has written so far. */
  get output(): string {
    return Buffer.concat(this.#written).toString()
  }

  /** Sends the signal. Resolves with the exit code, or null if the signal ended the process directly. */
  async end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null> {
    this.#process.kill(signal)
    const [code] = await this.#exit
    return code
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) await this.end('SIGKILL')
  }
}

function spawnServer(dataDir: string, env: Record<string, string>, descriptors?: number) {
  const limit = descriptors === undefined ? '' : `ulimit -n ${descriptors} && `
  // Like `npm start`, but without npm and a shell between this process and the server.
  const child = spawn('sh', ['-c', `${limit}${manifest.scripts.start}`], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: nodeEnvironment({
      DATA_DIR: dataDir,
      PORT: '0',
      MIN_FREE_MB: '0',
      LOG_LEVEL: 'info',
      SUPERADMIN_EMAIL: SUPERADMIN.email,
      SUPERADMIN_PASSWORD: SUPERADMIN.password,
      TIME_FACTOR: timeFactor(env),
      ...env,
    }),
  })
  const written: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => written.push(chunk))
  }
  return { child, written }
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Signs the superadmin in. Returns the headers for further calls. */
export async function signInAtProcess(origin: string): Promise<{ Authorization: string }> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(SUPERADMIN),
  })
  const { token } = (await answer.json()) as { token: string }
  return { Authorization: `Bearer ${token}` }
}

/** @returns the new turbine's id. */
export async function addTurbine(origin: string, headers: { Authorization: string }): Promise<number> {
  const answer = await fetch(`${origin}/api/turbines`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ city: 'izmir', code: 'T1', location: 'Karaburun', company_id: 999 }),
  })
  return ((await answer.json()) as { data: { id: number } }).data.id
}

/** Signs the superadmin in, and adds a turbine. */
export async function signInWithTurbine(origin: string) {
  const headers = await signInAtProcess(origin)
  return { headers, turbine: await addTurbine(origin, headers) }
}
