import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { MIB } from '#domain/limits.ts'
import { ImageRefused, LimitExceeded } from '#server/infrastructure/pictures/image-refused.ts'
import type { Urgency } from '#server/infrastructure/work-order.ts'
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

const PROGRAM = join(import.meta.dirname, 'image-worker.ts')

/** The variables that a worker gets. It must not get the others, because the environment of the server has passwords. */
const INHERITED = ['PATH', 'LANG', 'TZ', 'TMPDIR', 'LD_PRELOAD', 'LD_LIBRARY_PATH']

/**
 * Makes glibc return only large pieces of freed memory, in bytes. If it returned all, a fifth of the processor's time for a photo would
 * be for getting the same pages again.
 */
const ALLOCATION = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(4 * MIB),
  MALLOC_TRIM_THRESHOLD_: String(16 * MIB),
}

/**
 * How much processor a worker gets beside others. A step of 5 is a third of the time if there is not enough for all. The server itself has 0.
 *
 * @see setpriority(2)
 */
const NICE: Record<Urgency, number> = { now: 5, soon: 10, later: 19 }

/**
 * How much longer than its processor time a task may take in all: a busy machine gives a worker little, so only one that stands still
 * takes longer.
 */
const WALL_FACTOR = 20
/** The longest time of a timer, in milliseconds; Node runs longer ones at once. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** The maximum number of characters of a worker's error output that are kept. */
const EXPLANATION_MAX_LENGTH = 500

/** The error for a worker that has ended without an answer: it crashed, or the kernel or the server ended it. It says nothing about the file. */
export class WorkerEnded extends Error {
  /** True if it did not work any more, so that another one would not either, as on a disk that does not answer. */
  readonly stoodStill: boolean

  constructor(reason: string, stoodStill = false) {
    super(reason)
    this.stoodStill = stoodStill
  }
}

const LIMITS = ['time', 'memory'] as const

interface Task {
  /** The types of its results. */
  expected: readonly WorkerResult['type'][]
  onProgress: ((done: number) => void) | undefined
  resolve(result: WorkerResult): void
  reject(error: Error): void
}

/** A process that decodes images, reads point clouds and renders pages, one at a time. It does not keep the process of the server alive. */
export class WorkerProcess {
  readonly #child: ChildProcess
  #task: Task | undefined
  /** Why it has ended, if known. */
  #explanation = ''
  #stoodStill = false
  /** Its resident memory after the last answer, in bytes. */
  memory = 0
  /** Its priority follows from it, and a process cannot raise that again. */
  readonly urgency: Urgency

  /**
   * @param memoryLimit the resident memory above which it ends itself, in bytes
   * @throws the error of the system if no process can be started
   */
  static async start(memoryLimit: number, urgency: Urgency): Promise<WorkerProcess> {
    const child = fork(PROGRAM, [String(memoryLimit), String(NICE[urgency])], {
      env: { ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])), ...ALLOCATION },
      // Not the Node options of the server. With larger semi-spaces of V8, drawing a report takes 100 MB more.
      execArgv: ['--max-semi-space-size=2', '--no-memory-protection-keys'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    await once(child, 'spawn')
    return new WorkerProcess(child, urgency)
  }

  private constructor(child: ChildProcess, urgency: Urgency) {
    this.#child = child
    this.urgency = urgency
    child.channel?.unref()
    this.#letServerExit(true)
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#explanation = (this.#explanation + chunk).slice(-EXPLANATION_MAX_LENGTH)
    })
    child.on('message', (message) => this.#receive(message))
    child.on('error', () => this.end('could not be reached'))
    // `close` comes after its standard error is read completely.
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
   * Does one task. Call it again only after the previous call has ended.
   *
   * @param timeLimit processor time, in milliseconds
   * @param onProgress called with the number of findings that are drawn, or the part of a cloud that is done
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

  /** Kills the process. If it has a task, the task fails with `reason`. */
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
      // A file that exploits a bug of the decoder can make the worker send the result of another task.
      this.end('sent an invalid message')
    } else this.#settle(({ resolve }) => resolve(message))
  }

  #settle(how: (task: Task) => void): void {
    const task = this.#task
    this.#task = undefined
    if (task) how(task)
  }
}
