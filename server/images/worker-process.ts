import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import {
  type DecodedImage,
  type DecodeRequest,
  ImageRefused,
  type WorkerAnswer,
  WorkerMessage,
} from './decode-request.ts'

const PROGRAM = join(import.meta.dirname, 'image-worker.ts')

/** All that a worker gets of the server's environment, which has passwords in it. */
const INHERITED = ['PATH', 'LANG', 'TZ', 'TMPDIR', 'LD_PRELOAD', 'LD_LIBRARY_PATH']

/** Makes glibc give back what was freed: a worker that has decoded photos holds 140 MB instead of 230. */
const ALLOCATION = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536' }

/** Longest explanation of its own end that is kept of a worker, in characters. */
const EXPLANATION_MAX_LENGTH = 500

/** A worker that ended before it answered, by itself or because it passed a limit. */
export class WorkerEnded extends Error {
  /** False when it had not begun with the file, which then has nothing to do with it. */
  readonly hadBegun: boolean

  constructor(reason: string, hadBegun: boolean) {
    super(reason)
    this.hadBegun = hadBegun
  }
}

interface Task {
  hadBegun: boolean
  resolve(decoded: DecodedImage | undefined): void
  reject(error: Error): void
}

/** One process that decodes images, one at a time. It does not keep the server's process alive. */
export class WorkerProcess {
  readonly #child: ChildProcess
  #task: Task | undefined
  /** Why it ended, as far as it is known. */
  #explanation = ''
  /** Resident memory after its last answer, in bytes. */
  memory = 0

  /**
   * @param memoryLimit resident memory at which it ends itself, in bytes
   * @throws what the system says where no process can be started
   */
  static async start(memoryLimit: number): Promise<WorkerProcess> {
    const child = fork(PROGRAM, [String(memoryLimit)], {
      env: { ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])), ...ALLOCATION },
      // None of the server's own flags.
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    await once(child, 'spawn')
    return new WorkerProcess(child)
  }

  private constructor(child: ChildProcess) {
    this.#child = child
    child.channel?.unref()
    this.#letServerExit(true)
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#explanation = (this.#explanation + chunk).slice(-EXPLANATION_MAX_LENGTH)
    })
    child.on('message', (message) => this.#receive(message))
    child.on('error', () => this.end('could not be reached'))
    // Comes when its standard error has been read, too.
    child.once('close', (code, signal) => {
      this.#explanation ||= `ended with ${signal ?? `exit code ${code}`}`
      this.#settle((task) => task.reject(new WorkerEnded(this.#explanation, task.hadBegun)))
    })
  }

  get isAlive(): boolean {
    const { exitCode, signalCode, connected } = this.#child
    return exitCode === null && signalCode === null && connected
  }

  /**
   * Decodes one image. The next one has to wait for its end.
   *
   * @param timeLimit in milliseconds; a worker that takes longer is killed
   * @returns undefined for what is no image.
   * @throws ImageRefused; WorkerEnded; what the disk said where the file cannot be read, or a derivative written.
   */
  async decode(request: DecodeRequest, timeLimit: number): Promise<DecodedImage | undefined> {
    const timer = setTimeout(() => this.end(`took longer than ${timeLimit} ms`), timeLimit)
    try {
      return await new Promise((resolve, reject) => {
        this.#task = { hadBegun: false, resolve, reject }
        this.#child.send(request, (error) => error && this.end('could not be reached'))
      })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Kills the process; a decode under way fails with `reason`. */
  end(reason: string): void {
    this.#explanation ||= reason
    this.#letServerExit(false)
    this.#child.kill('SIGKILL')
  }

  /** While nothing else goes on in the server: whether it exits at once, or waits for the end of this process. */
  #letServerExit(mayExit: boolean): void {
    const { stderr } = this.#child
    for (const handle of [this.#child, stderr as Socket | null]) mayExit ? handle?.unref() : handle?.ref()
  }

  #receive(received: unknown): void {
    const { data: message } = WorkerMessage.safeParse(received)
    if (!message) this.end('sent what is no answer')
    else if (message.type !== 'begun') this.#answer(message)
    else if (this.#task) this.#task.hadBegun = true
  }

  #answer(message: WorkerAnswer): void {
    this.memory = message.memory
    this.#settle(({ resolve, reject }) => {
      if (message.type === 'decoded') resolve(message.image)
      else if (message.type === 'no image') resolve(undefined)
      else if (message.type === 'refused') reject(new ImageRefused(message.code, message.reason))
      else reject(Object.assign(new Error(message.message), { code: message.code }))
    })
  }

  #settle(how: (task: Task) => void): void {
    const task = this.#task
    this.#task = undefined
    if (task) how(task)
  }
}
