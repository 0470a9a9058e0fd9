import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getProgram } from './programs.mjs'

/** How long the processes may take to end by themselves, in milliseconds. */
const END_MS = 5000

/**
 * A program that opens windows on a display of its own, in memory. It runs in a group of processes and with a temporary folder of its own:
 * disposing it ends what the program has started and removes what this has written.
 */
export class WindowedProcess implements AsyncDisposable {
  /** The home of the program and of its temporary files. */
  readonly folder: string
  readonly #child: ChildProcess
  #written = ''

  /** @param args gets the folder */
  constructor(program: string, args: (folder: string) => string[]) {
    this.folder = mkdtempSync(join(tmpdir(), 'kanat-browsers-'))
    this.#child = spawn(
      getProgram('xvfb'),
      // Larger than the window with its frame.
      ['-a', '-s', '-screen 0 1920x1200x24', program, ...args(this.folder)],
      {
        // Makes the group.
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH, HOME: this.folder, TMPDIR: this.folder, LC_ALL: 'C.UTF-8' },
      },
    )
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#written += chunk
      })
  }

  /** Everything that the program has written so far. */
  get output(): string {
    return this.#written
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isRunning) {
      const exit = once(this.#child, 'exit', { signal: AbortSignal.timeout(END_MS) })
      this.#kill('SIGTERM')
      // Past the limit it is killed below.
      await exit.catch(() => {})
    }
    // Also those of the group that have survived the first process.
    this.#kill('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  #kill(signal: NodeJS.Signals): void {
    try {
      process.kill(-(this.#child.pid as number), signal)
    } catch {
      // No process of the group is left.
    }
  }
}
