import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { DRILL_PACKAGES } from '../support/programs/drill-packages.mjs'
import { temporaryFolder } from '../support/test-app.ts'

const ROOT = join(import.meta.dirname, '../..')
const SCRIPT = join(import.meta.dirname, 'machine.sh')
/** How long one block of commands may take, in milliseconds: a command that waits for ever fails the test with its output. */
const LIMIT_MS = 90_000

/** Why the operator's commands cannot be run here; undefined if they can. */
export function whyNoMachine(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can make a machine'
  const packages = existsSync(DRILL_PACKAGES) ? readdirSync(DRILL_PACKAGES) : []
  if (!packages.some((name) => name.endsWith('.deb'))) return 'the packages of Debian are missing'
  const canMount = spawnSync('unshare', [
    '--mount',
    '--net',
    '--pid',
    '--fork',
    'mount',
    '-t',
    'tmpfs',
    'tmpfs',
    '/mnt',
  ])
  return canMount.status === 0 ? undefined : 'this machine allows no namespaces'
}

/** A copy of this machine with Debian's nginx, PostgreSQL and rsync, on which commands run as root. It leaves nothing behind. */
export class Machine implements AsyncDisposable {
  readonly #folder: string
  readonly #process: ChildProcess

  private constructor(folder: string, process: ChildProcess) {
    this.#folder = folder
    this.#process = process
  }

  static async start(): Promise<Machine> {
    const folder = await temporaryFolder()
    const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child']
    const child = spawn('unshare', [...namespaces, SCRIPT, folder, ROOT, DRILL_PACKAGES], {
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const errors = text(child.stderr)
    for await (const line of createInterface({ input: child.stdout })) {
      if (line === 'ready') return new Machine(folder, child)
    }
    throw new Error(`The machine did not start: ${await errors}`)
  }

  /**
   * Runs commands with bash as root. A command that fails ends them.
   *
   * @returns what they print @throws with their output if one fails
   */
  run(commands: string, input = ''): string {
    const pid = String(this.#process.pid)
    // The one of a new machine: a server in the process of the tests may have set another one.
    const script = `umask 022\nset -e -o pipefail\n${commands}`
    const ended = spawnSync(
      'nsenter',
      [
        `--mount=/proc/${pid}/ns/mnt`,
        `--net=/proc/${pid}/ns/net`,
        `--pid=/proc/${pid}/ns/pid_for_children`,
        'chroot',
        join(this.#folder, 'root'),
        'bash',
        '-c',
        script,
      ],
      {
        input,
        encoding: 'utf8',
        timeout: LIMIT_MS,
        cwd: '/',
        env: { PATH: process.env.PATH, HOME: '/root' },
      },
    )
    const output = `${ended.stdout}${ended.stderr}`
    if (ended.status !== 0)
      throw new Error(`Failed (${ended.status ?? ended.signal}):\n${commands}\n${output}`)
    return output
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, 'exit')
    this.#process.stdin?.end()
    await ended
    await rm(this.#folder, { recursive: true })
  }
}
