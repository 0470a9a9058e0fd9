import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { DERIVATIVE_WIDTHS, type DerivativeWidth, MIB } from '#domain/limits.ts'
import type { PhotoExif } from '#domain/photo.ts'
import type { ImageLimits } from '#server/infrastructure/config.ts'
import { ApiError, refuseIfGone } from '#server/infrastructure/errors.ts'
import { type DecodedImage, type DecodeRequest, type Gpano, ImageRefused } from './decode-request.ts'
import { WorkerEnded, WorkerProcess } from './worker-process.ts'

/** The maximum number of images that are decoded at once, on any number of cores, because each may need hundreds of megabytes. */
const WORKERS_MAX = 4

/** A worker that uses more memory after an image is replaced before it reaches its limit, in bytes. */
const MEMORY_OF_KEPT_WORKER_MAX = 256 * MIB

/** The time after which an idle worker is ended, in milliseconds. */
const IDLE_MS = 60_000

/** How often an image is given to another worker if workers end before they begin with it. */
const TRIES_MAX = WORKERS_MAX + 1

/** Whether the first page of a PDF was rendered; if not, whether it cannot be, or the worker ended. */
type PageOutcome = 'rendered' | 'refused' | 'ended'

/** A decoded image with the paths of its derivatives. */
export interface ExaminedImage extends DecodedImage {
  derivatives: { width: DerivativeWidth; path: string }[]
}

/**
 * Decodes images and renders pages of PDFs in worker processes: one for each core, at most `WORKERS_MAX`. A worker that exceeds a
 * limit or crashes is replaced. The process of the server itself never decodes a file.
 */
export class ImagePool {
  readonly #limits: ImageLimits
  readonly #log: Logger
  readonly #queue = pLimit(Math.min(availableParallelism(), WORKERS_MAX))
  /** Tiles that no request waits for do not use `#queue`, so that no upload waits for them. They are made one photo at a time. */
  readonly #background = pLimit(1)
  /** Reports are drawn one at a time, so that uploads find free workers. */
  readonly #reports = pLimit(1)
  readonly #workers = new Set<WorkerProcess>()
  readonly #idle = new Map<WorkerProcess, NodeJS.Timeout>()
  #isClosed = false

  constructor(limits: ImageLimits, log: Logger) {
    this.#limits = limits
    this.#log = log
  }

  /** The number of images and PDFs that wait for a worker. */
  get waiting(): number {
    return this.#queue.pendingCount
  }

  /**
   * Decodes an image completely and makes its derivatives. The disk may not have them yet, see `syncFile`.
   *
   * @param newPath returns the path of a new file for a derivative
   * @param signal aborts when the request has failed, so that a waiting image is not decoded
   * @returns undefined if the file is not an image of an accepted type
   * @throws ApiError `too_large` for too many pixels, `unsupported_file` for a damaged image or one that exceeds a limit,
   *   `shutting_down`; the error of the file system if a file cannot be read or written; WorkerEnded if no worker starts
   */
  async decode(
    path: string,
    newPath: () => string,
    signal?: AbortSignal,
  ): Promise<ExaminedImage | undefined> {
    const derivatives = DERIVATIVE_WIDTHS.map((width) => ({ width, path: newPath() }))
    const paths = Object.fromEntries(derivatives.map(({ width, path }) => [width, path]))
    const request: DecodeRequest = {
      path,
      maxPixels: this.#limits.maxPixels,
      derivatives: paths as Record<DerivativeWidth, string>,
    }
    const work = (worker: WorkerProcess) => worker.decode(request, this.#limits.timeLimit)
    try {
      const decoded = await this.#queue(() => this.#inWorker(work, { signal }))
      return decoded && { ...decoded, derivatives }
    } catch (error) {
      if (error instanceof ImageRefused) throw new ApiError(error.code, { reason: error.reason })
      this.#rethrowUnlessFileEndedWorker(error)
      throw new ApiError('unsupported_file')
    }
  }

  /**
   * Renders the first page of a PDF as a thumbnail in WebP.
   *
   * @param thumbnail the path of a new file; it may exist although the page cannot be rendered
   * @returns `refused` for an encrypted or damaged PDF, `ended` for one that exceeds a limit. On a busy machine, a good PDF can
   *   exceed the time limit, and the kernel can end its worker.
   * @throws ApiError `shutting_down`; the error of the file system if a file cannot be read or written; WorkerEnded if no worker
   *   starts
   */
  async renderFirstPage(path: string, thumbnail: string, signal?: AbortSignal): Promise<PageOutcome> {
    const work = (worker: WorkerProcess) =>
      worker.renderFirstPage({ path, thumbnail }, this.#limits.timeLimit)
    try {
      await this.#queue(() => this.#inWorker(work, { signal }))
      return 'rendered'
    } catch (error) {
      if (error instanceof ImageRefused) return 'refused'
      this.#rethrowUnlessFileEndedWorker(error)
      return 'ended'
    }
  }

  /**
   * Reads the EXIF data of a stored image.
   *
   * @returns undefined if they cannot be read
   * @throws ApiError `shutting_down`; the error of the file system if the file cannot be read; WorkerEnded if no worker starts
   */
  async readExif(path: string): Promise<PhotoExif | undefined> {
    try {
      return await this.#queue(() =>
        this.#inWorker((worker) => worker.readExif(path, this.#limits.timeLimit)),
      )
    } catch (error) {
      if (!(error instanceof ImageRefused)) this.#rethrowUnlessFileEndedWorker(error)
      return undefined
    }
  }

  /**
   * Reads what is written about the sphere (GPano) of a stored image.
   *
   * @returns null if there is nothing or it cannot be read
   * @throws as `readExif`
   */
  async readGpano(path: string): Promise<Gpano | null> {
    try {
      return await this.#queue(() =>
        this.#inWorker((worker) => worker.readGpano(path, this.#limits.timeLimit)),
      )
    } catch (error) {
      if (!(error instanceof ImageRefused)) this.#rethrowUnlessFileEndedWorker(error)
      return null
    }
  }

  /**
   * Cuts an image into tiles.
   *
   * @param archive the path of a new file; it may exist although the tiles cannot be made
   * @param isUrgent true if somebody waits for the tiles
   * @throws as `decode`
   */
  async makeTiles(path: string, archive: string, isUrgent: boolean): Promise<void> {
    const queue = isUrgent ? this.#queue : this.#background
    const work = (worker: WorkerProcess) =>
      worker.makeTiles({ path, archive, isUrgent }, this.#limits.timeLimit)
    try {
      await queue(() => this.#inWorker(work, { hasLowPriority: !isUrgent }))
    } catch (error) {
      if (error instanceof ImageRefused) throw new ApiError(error.code, { reason: error.reason })
      this.#rethrowUnlessFileEndedWorker(error)
      throw new ApiError('unsupported_file')
    }
  }

  /**
   * Draws an inspection report as PDF.
   *
   * @param description the path of its `ReportDocument`, as JSON
   * @param path of a new file; it may exist although the report cannot be drawn
   * @param signal aborts when nobody wants the report any more
   * @param onDrawn called a few times in a second, with the number of findings that are drawn
   * @throws ApiError `shutting_down`; WorkerEnded if a limit is exceeded or no worker starts; the error of the file system if the file
   *   cannot be written
   */
  async writeReport(
    description: string,
    path: string,
    { signal, onDrawn }: { signal?: AbortSignal; onDrawn?: (findings: number) => void } = {},
  ): Promise<void> {
    const work = (worker: WorkerProcess) =>
      worker.writeReport({ description, path }, this.#limits.timeLimit, onDrawn)
    try {
      await this.#reports(() => this.#inWorker(work, { signal }))
    } catch (error) {
      if (this.#isClosed) throw new ApiError('shutting_down')
      throw error
    }
  }

  /** Kills all workers, also those that are decoding. */
  close(): void {
    this.#isClosed = true
    for (const worker of this.#workers) worker.end('the server stops')
  }

  /** Returns only if the file is the reason for the end of a worker. @throws ApiError `shutting_down`; `error` in all other cases */
  #rethrowUnlessFileEndedWorker(error: unknown): void {
    if (!(error instanceof WorkerEnded)) throw error
    if (this.#isClosed) throw new ApiError('shutting_down')
    if (!error.hadBegun) throw error
    this.#log.warn({ reason: error.message }, 'a file ended its worker')
  }

  /**
   * @param hasLowPriority true for a worker with low priority; other tasks never get such a worker
   * @param signal ends the work when nobody waits for it any more
   * @throws ApiError `validation_failed` after the signal, which nobody receives
   */
  async #inWorker<T>(
    work: (worker: WorkerProcess) => Promise<T>,
    { hasLowPriority = false, signal }: { hasLowPriority?: boolean; signal?: AbortSignal | undefined } = {},
  ): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      refuseIfGone(signal)
      const worker = this.#takeIdle(hasLowPriority) ?? (await this.#start())
      const end = () => worker.end('nobody waits for it any more')
      signal?.addEventListener('abort', end)
      try {
        return await work(worker)
      } catch (error) {
        refuseIfGone(signal)
        // If a worker ends before it begins with the image, another worker gets the image.
        if (!(error instanceof WorkerEnded) || error.hadBegun || tries === TRIES_MAX) throw error
      } finally {
        signal?.removeEventListener('abort', end)
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

  #takeIdle(hasLowPriority: boolean): WorkerProcess | undefined {
    for (const [worker, timer] of this.#idle) {
      if (worker.hasLowPriority !== hasLowPriority) continue
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
