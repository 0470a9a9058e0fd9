import { MIB } from '#domain/limits.ts'
import { ApiError, refuseIfGone } from '#server/infrastructure/errors.ts'
import type { Priority } from '#server/infrastructure/work-order.ts'
import type { WorkerFolders } from './worker-permissions.ts'
import { WorkerProcess } from './worker-process.ts'

/** A worker that uses more memory after an image, in bytes, is replaced before its limit. */
const MEMORY_OF_KEPT_WORKER_MAX = 256 * MIB

/** The idle timeout of a worker, in milliseconds. */
const IDLE_MS = 60_000

/** The worker processes, started on demand, kept for a while, and replaced after exceeding a limit. */
export class ImageWorkers {
  readonly #memoryLimit: number
  readonly #folders: WorkerFolders | undefined
  readonly #all = new Set<WorkerProcess>()
  readonly #idle = new Map<WorkerProcess, NodeJS.Timeout>()
  #isClosed = false

  /** @param memoryLimit the maximum resident memory of one worker, in bytes */
  constructor(memoryLimit: number, folders?: WorkerFolders) {
    this.#memoryLimit = memoryLimit
    this.#folders = folders
  }

  /**
   * Gives work to an idle worker.
   *
   * @param priority of the worker; one of another priority never gets the work
   * @param signal ends work that is no longer needed
   * @param isFresh true for a new worker, whose memory is all for this work
   * @throws ApiError `shutting_down`; `validation_failed` after the signal, which reaches no client; every error of `work`
   */
  async use<T>(
    work: (worker: WorkerProcess) => Promise<T>,
    priority: Priority,
    signal: AbortSignal | undefined,
    isFresh = false,
  ): Promise<T> {
    const worker = (isFresh ? undefined : this.#takeIdle(priority)) ?? (await this.#start(priority))
    const end = () => worker.end('the work is no longer needed')
    try {
      refuseIfGone(signal)
      signal?.addEventListener('abort', end)
      return await work(worker)
    } catch (error) {
      refuseIfGone(signal)
      if (this.#isClosed) throw new ApiError('shutting_down')
      throw error
    } finally {
      signal?.removeEventListener('abort', end)
      this.#release(worker)
    }
  }

  /** Ends idle workers. */
  endIdle(): void {
    for (const worker of this.#idle.keys()) this.#dismiss(worker)
  }

  /** Kills all workers, also busy ones. */
  close(): void {
    this.#isClosed = true
    for (const worker of this.#all) worker.end('the server stops')
  }

  async #start(priority: Priority): Promise<WorkerProcess> {
    if (this.#isClosed) throw new ApiError('shutting_down')
    const worker = await WorkerProcess.start(this.#memoryLimit, priority, this.#folders)
    this.#all.add(worker)
    if (this.#isClosed) worker.end('the server stops')
    return worker
  }

  #takeIdle(priority: Priority): WorkerProcess | undefined {
    for (const [worker, timer] of this.#idle) {
      if (worker.priority !== priority) continue
      clearTimeout(timer)
      this.#idle.delete(worker)
      if (worker.isAlive) return worker
      this.#all.delete(worker)
    }
    return undefined
  }

  #release(worker: WorkerProcess): void {
    if (worker.isAlive && worker.memory <= MEMORY_OF_KEPT_WORKER_MAX) {
      const timer = setTimeout(() => this.#dismiss(worker), IDLE_MS)
      this.#idle.set(worker, timer.unref())
    } else this.#dismiss(worker)
  }

  #dismiss(worker: WorkerProcess): void {
    clearTimeout(this.#idle.get(worker))
    this.#idle.delete(worker)
    this.#all.delete(worker)
    worker.end('was not needed any more')
  }
}
