import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { MIB } from '#domain/limits.ts'
import { ImageRefused, LimitExceeded } from '#server/infrastructure/pictures/image-refused.ts'
import type { Priority } from '#server/infrastructure/work-order.ts'
import {
  RESULTS,
  type ResultOf,
  type WorkerAnswer,
  WorkerMessage,
  type WorkerRequest,
  type WorkerResult,
  type WorkerTask,
} from './decode-request.ts'
import { LIMIT_SIGNALS } from './worker-limits.ts'
import { permissionOptions, type WorkerFolders } from './worker-permissions.ts'

const PROGRAM = join(import.meta.dirname, 'image-worker.ts')

/** The environment variables for a worker. It must not get the others, because the server's environment has passwords. */
const INHERITED = ['PATH', 'LANG', 'TZ', 'TMPDIR', 'LD_PRELOAD', 'LD_LIBRARY_PATH']

/**
 * Makes glibc return only large pieces of freed memory, in bytes. Otherwise a fifth of a photo's processor time would go to getting the
 * same pages again.
 */
const ALLOCATION = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(4 * MIB),
  MALLOC_TRIM_THRESHOLD_: String(16 * MIB),
}

/**
 * The niceness of a worker. A step of 5 gives a third of the time under contention. The server itself has 0.
 *
 * @see setpriority(2)
 */
const NICE: Record<Priority, number> = { high: 5, normal: 10, low: 19 }

/** Ratio of wall time to processor time: a busy machine gives a worker little, so only a stalled one takes longer. */
const WALL_FACTOR = 20
/** The longest timer, in milliseconds; Node fires longer ones at once. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Maximum characters kept of a worker's error output. */
const EXPLANATION_MAX_LENGTH = 500

/**
 * The error for a worker that ended without an answer: it crashed, or was killed by the kernel or the server. It says nothing about the
 * file.
 */
export class WorkerEnded extends Error {
  /** True if it stalled, so that another one would too, as on a disk that does not answer. */
  readonly stoodStill: boolean

  constructor(reason: string, stoodStill = false) {
    super(reason)
    this.stoodStill = stoodStill
  }
}

const LIMITS = ['time', 'memory'] as const

interface Task {
  /** Its result types. */
  expected: readonly WorkerResult['type'][]
  onProgress: ((done: number) => void) | undefined
  resolve(result: WorkerResult): void
  reject(error: Error): void
}

/** A process that decodes images, reads point clouds and renders pages, one at a time. It does not keep the server process alive. */
export class WorkerProcess {
  readonly #child: ChildProcess
  #task: Task | undefined
  /** Why it ended, if known. */
  #explanation = ''
  #stoodStill = false
  /** Its resident memory after the last answer, in bytes. */
  memory = 0
  /** It determines the priority, which a process cannot raise again. */
  readonly priority: Priority

  /**
   * @param memoryLimit the resident memory above which it ends itself, in bytes
   * @param folders those that it may use; without them, it may use all files
   * @throws the error of the system if no process can be started
   */
  static async start(
    memoryLimit: number,
    priority: Priority,
    folders?: WorkerFolders,
  ): Promise<WorkerProcess> {
    const child = fork(PROGRAM, [String(memoryLimit), String(NICE[priority])], {
      env: { ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])), ...ALLOCATION },
      // Not the server's Node options. With larger V8 semi-spaces, drawing a report takes 100 MB more.
      execArgv: [
        '--max-semi-space-size=2',
        '--no-memory-protection-keys',
        ...(folders ? permissionOptions(folders) : []),
      ],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    await once(child, 'spawn')
    return new WorkerProcess(child, priority)
  }

  private constructor(child: ChildProcess, priority: Priority) {
    this.#child = child
    this.priority = priority
    child.channel?.unref()
    this.#letServerExit(true)
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#explanation = (this.#explanation + chunk).slice(-EXPLANATION_MAX_LENGTH)
    })
    child.on('message', (message) => this.#receive(message))
    child.on('error', () => this.end('could not be reached'))
    // `close` follows the end of standard error.
    child.once('close', (code, signal) => {
      const limit = LIMITS.find((one) => LIMIT_SIGNALS[one] === signal)
      const reason = this.#explanation || `ended with ${signal ?? `exit code ${code}`}`
      const error = limit ? new LimitExceeded(limit) : new WorkerEnded(reason, this.#stoodStill)
      this.#settle((task) => task.reject(error))
    })
  }

  get isAlive(): boolean {
    const { exitCode, signalCode, connected } = this.#child
    return exitCode === null && signalCode === null && connected
  }

  /**
   * Runs one task. Call it again only after the previous call has ended.
   *
   * @param timeLimit processor time, in milliseconds
   * @param onProgress called with the number of drawn findings, or the progress of a cloud
   * @throws ImageRefused, also `LimitExceeded`; WorkerEnded; the error of the file system if a file cannot be read or written
   */
  async run<Request extends WorkerRequest>(
    request: Request,
    timeLimit: number,
    onProgress?: (done: number) => void,
  ): Promise<ResultOf<Request>> {
    const { promise, resolve, reject } = Promise.withResolvers<WorkerResult>()
    this.#task = { expected: RESULTS[request.task], onProgress, resolve, reject }
    const timer = setTimeout(
      () => {
        this.#stoodStill = true
        this.end(`stood still: it took longer than ${WALL_FACTOR} times ${timeLimit} ms`)
      },
      Math.min(WALL_FACTOR * timeLimit, TIMER_MAX_MS),
    )
    this.#child.send({ request, timeLimit } satisfies WorkerTask, (error) => {
      if (error) this.end('could not be reached')
    })
    try {
      // `#answer` has checked its type.
      return (await promise) as ResultOf<Request>
    } finally {
      clearTimeout(timer)
    }
  }

  /** Kills the process. A running task fails with `reason`. */
  end(reason: string): void {
    this.#explanation ||= reason
    this.#letServerExit(false)
    this.#child.kill('SIGKILL')
  }

  /** Sets whether the server may exit while this process runs. */
  #letServerExit(mayExit: boolean): void {
    const { stderr } = this.#child
    for (const handle of [this.#child, stderr as Socket | null]) {
      if (mayExit) handle?.unref()
      else handle?.ref()
    }
  }

  #receive(received: unknown): void {
    const { data: message } = WorkerMessage.safeParse(received)
    if (!message) this.end('sent an invalid message')
    else if (message.type === 'progress') this.#task?.onProgress?.(message.done)
    else this.#answer(message)
  }

  #answer(message: WorkerAnswer): void {
    this.memory = message.memory
    if (message.type === 'refused') {
      this.#settle(({ reject }) => reject(new ImageRefused(message.code, message.reason)))
    } else if (message.type === 'failed') {
      this.#settle(({ reject }) => reject(Object.assign(new Error(message.message), { code: message.code })))
    } else if (this.#task && !this.#task.expected.includes(message.type)) {
      // A file that exploits a decoder bug can make the worker send the result of another task.
      this.end('sent an invalid message')
    } else this.#settle(({ resolve }) => resolve(message))
  }

  #settle(how: (task: Task) => void): void {
    const task = this.#task
    this.#task = undefined
    if (task) how(task)
  }
}
