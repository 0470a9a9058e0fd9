import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { DERIVATIVE_WIDTHS, type DerivativeWidth, MIB } from '#domain/limits.ts'
import type { ImageLimits } from '#server/config.ts'
import { ApiError } from '#server/errors.ts'
import { type DecodedImage, ImageRefused } from './decode-request.ts'
import { WorkerEnded, WorkerProcess } from './worker-process.ts'

/** Images decoded at once, however many cores there are: each may take hundreds of megabytes. */
const WORKERS_MAX = 4

/** A worker that holds more after an image is not kept for the next one, in bytes: it would soon pass its limit. */
const MEMORY_OF_KEPT_WORKER_MAX = 256 * MIB

/** How long a worker is kept that has nothing to do, in milliseconds. */
const IDLE_MS = 60_000

/** Workers that may end one after the other before they begin with an image. */
const TRIES_MAX = WORKERS_MAX + 1

/** A decoded image, and where its derivatives lie. */
export interface ExaminedImage extends DecodedImage {
  derivatives: { width: DerivativeWidth; path: string }[]
}

/**
 * Decodes images in child processes, as many at once as there are cores. A worker that passes a limit, or that an image
 * crashes, is replaced; the process that answers requests never decodes.
 */
export class ImagePool {
  readonly #limits: ImageLimits
  readonly #log: Logger
  readonly #turns = pLimit(Math.min(availableParallelism(), WORKERS_MAX))
  readonly #workers = new Set<WorkerProcess>()
  readonly #idle = new Map<WorkerProcess, NodeJS.Timeout>()
  #isClosed = false

  constructor(limits: ImageLimits, log: Logger) {
    this.#limits = limits
    this.#log = log
  }

  /** How many images wait for a worker. */
  get waiting(): number {
    return this.#turns.pendingCount
  }

  /**
   * Decodes an image wholly and makes its derivatives.
   *
   * @param newPath gives a path for a derivative, where no file is yet
   * @returns undefined for what is no image of a type that is taken.
   * @throws ApiError `too_large` for more pixels than allowed, `unsupported_file` for what does not decode within the
   *   limits; what the disk says where a file cannot be read or written;
   *   WorkerEnded where no worker comes up.
   */
  async decode(path: string, newPath: () => string): Promise<ExaminedImage | undefined> {
    const derivatives = DERIVATIVE_WIDTHS.map((width) => ({ width, path: newPath() }))
    const paths = Object.fromEntries(derivatives.map(({ width, path }) => [width, path]))
    const request = {
      path,
      maxPixels: this.#limits.maxPixels,
      derivatives: paths as Record<DerivativeWidth, string>,
    }
    const work = (worker: WorkerProcess) => worker.decode(request, this.#limits.timeLimit)
    try {
      const decoded = await this.#turns(() => this.#inWorker(work))
      return decoded && { ...decoded, derivatives }
    } catch (error) {
      if (error instanceof ImageRefused) throw new ApiError(error.code, { reason: error.reason })
      if (!(error instanceof WorkerEnded)) throw error
      if (this.#isClosed) throw new ApiError('shutting_down')
      if (!error.hadBegun) throw error
      this.#log.warn({ reason: error.message }, 'an image ended its worker')
      throw new ApiError('unsupported_file')
    }
  }

  /** Kills all workers, with what they are doing. */
  close(): void {
    this.#isClosed = true
    for (const worker of this.#workers) worker.end('the server stops')
  }

  async #inWorker<T>(work: (worker: WorkerProcess) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const worker = this.#takeIdle() ?? (await this.#start())
      try {
        return await work(worker)
      } catch (error) {
        // A worker that is killed before it begins costs nobody their file: the next one takes it.
        if (!(error instanceof WorkerEnded) || error.hadBegun || tries === TRIES_MAX) throw error
      } finally {
        this.#release(worker)
      }
    }
  }

  async #start(): Promise<WorkerProcess> {
    if (this.#isClosed) throw new ApiError('shutting_down')
    const worker = await WorkerProcess.start(this.#limits.memoryLimit)
    this.#workers.add(worker)
    if (this.#isClosed) worker.end('the server stops')
    return worker
  }

  #takeIdle(): WorkerProcess | undefined {
    for (const [worker, timer] of this.#idle) {
      clearTimeout(timer)
      this.#idle.delete(worker)
      if (worker.isAlive) return worker
      this.#workers.delete(worker)
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
    this.#idle.delete(worker)
    this.#workers.delete(worker)
    worker.end('was not needed any more')
  }
}
