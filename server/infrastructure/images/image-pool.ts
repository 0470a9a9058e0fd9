import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { DERIVATIVE_WIDTHS, type DerivativeWidth, MIB, WORK_WAITING_PER_USER_MAX } from '#domain/limits.ts'
import type { ImageLimits } from '#server/infrastructure/config.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { ImageRefused, LimitExceeded } from '#server/infrastructure/pictures/image-refused.ts'
import { TurnQueue } from '#server/infrastructure/turn-queue.ts'
import type { Priority, Requester, WorkOrder } from '#server/infrastructure/work-order.ts'
import { workerNumbers } from '#server/infrastructure/worker-numbers.ts'
import type {
  CloudRequest,
  DecodedImage,
  DecodeRequest,
  ImageMetadata,
  ReadCloud,
  ReportRequest,
  ResultOf,
  WorkerRequest,
} from './decode-request.ts'
import { ImageWorkers } from './image-workers.ts'
import type { WorkerFolders } from './worker-permissions.ts'
import { WorkerEnded, type WorkerProcess } from './worker-process.ts'

/**
 * Extra time of a report per finding, in milliseconds. A finding takes 50 to 100 ms. Its crop and those of four earlier findings take 17 s
 * if all come from HEICs of 48 megapixels.
 */
const FINDING_MS = 20_000

/** Extra time of a point cloud per MiB of its file, in milliseconds. A MiB of LAZ has 80,000 to 300,000 points, and takes 70 to 600 ms. */
const CLOUD_MIB_MS = 3000

/** How long a retry waits for running work, in milliseconds. Longer work is a report, a cloud or tiles in the background. */
const ALONE_AFTER_MS = 30_000

/** A decoded image with the paths of its derivatives. */
export interface ExaminedImage extends DecodedImage {
  derivatives: { width: DerivativeWidth; path: string }[]
}

/**
 * Decodes images, reads point clouds, renders PDF pages and draws reports in worker processes. The work of each priority has its own queue,
 * in which companies and users take turns, and each kind has its own limit of processor time. The server process itself never decodes a
 * file.
 *
 * Only a worker's answer says something about a file. If a worker ends without one, work for a request is retried once, alone. Everything
 * else is a job, which is retried as a whole.
 */
export class ImagePool {
  readonly #limits: ImageLimits
  readonly #log: Logger
  readonly #queues: Record<Priority, TurnQueue>
  readonly #workers: ImageWorkers
  /** The retries, one after the other. */
  readonly #alone = pLimit(1)

  /** @param folders those that the workers may use; without them, they may use all files */
  constructor(limits: ImageLimits, log: Logger, folders?: WorkerFolders) {
    this.#limits = limits
    this.#log = log
    const numbers = workerNumbers(limits.memoryLimit)
    const queueOf = (priority: Priority) => new TurnQueue(numbers[priority], WORK_WAITING_PER_USER_MAX)
    this.#queues = { high: queueOf('high'), normal: queueOf('normal'), low: queueOf('low') }
    this.#workers = new ImageWorkers(limits.memoryLimit, folders)
  }

  /** The amount of queued work. */
  get waiting(): number {
    return this.#all.reduce((sum, { waiting }) => sum + waiting, 0)
  }

  /** True if no work runs or waits. */
  get isIdle(): boolean {
    return this.#all.every(({ isIdle }) => isIdle) && this.#alone.activeCount === 0
  }

  /**
   * Call it before an expensive step that precedes the work, such as receiving a file.
   *
   * @throws ApiError `too_many_requests` if the user's queue is full
   */
  refuseIfFull(requester: Requester): void {
    this.#queues.high.refuseIfFull(requester)
  }

  /**
   * Decodes an image completely and makes its derivatives. They may not be on disk yet, see `syncFile`.
   *
   * @param newPath returns the path of a new file for a derivative
   * @returns undefined if the file is not an image of an accepted type
   * @throws ApiError `too_large` for too many pixels or an image that exceeds a limit, `unsupported_file` for a damaged one,
   *   `file_not_processed` if its worker ended, `too_many_requests`, `shutting_down`; the error of the file system if a file cannot be read
   *   or written, or no worker can start
   */
  async decode(path: string, newPath: () => string, order: WorkOrder): Promise<ExaminedImage | undefined> {
    const derivatives = DERIVATIVE_WIDTHS.map((width) => ({ width, path: newPath() }))
    const paths = Object.fromEntries(derivatives.map(({ width, path }) => [width, path]))
    const request: DecodeRequest = {
      path,
      maxPixels: this.#limits.maxPixels,
      derivatives: paths as Record<DerivativeWidth, string>,
    }
    const result = await this.#run(order, { task: 'decode', ...request }).catch(throwRefusal)
    return result.type === 'decoded' ? { ...result.image, derivatives } : undefined
  }

  /**
   * Renders the first page of a PDF as a thumbnail in WebP.
   *
   * @param thumbnail the path of a new file; it may exist although the page cannot be rendered
   * @returns false for an encrypted or damaged PDF and for one that exceeds a limit; undefined if its worker ended
   * @throws ApiError `too_many_requests`, `shutting_down`; the error of the file system as `decode`
   */
  async renderFirstPage(path: string, thumbnail: string, order: WorkOrder): Promise<boolean | undefined> {
    try {
      await this.#run(order, { task: 'render page', path, thumbnail })
      return true
    } catch (error) {
      if (error instanceof ImageRefused) return false
      if (error instanceof ApiError && error.code === 'file_not_processed') return undefined
      throw error
    }
  }

  /**
   * Reads the metadata of a stored image.
   *
   * @returns undefined if it is damaged or exceeds a limit
   * @throws ApiError `file_not_processed`, `too_many_requests`, `shutting_down`; the error of the file system as `decode`
   */
  async readMetadata(path: string, order: WorkOrder): Promise<ImageMetadata | undefined> {
    try {
      return (await this.#run(order, { task: 'read metadata', path })).metadata
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error
      return undefined
    }
  }

  /**
   * Cuts an image into tiles.
   *
   * @param archive the path of a new file; it may exist although the tiles cannot be made
   * @throws as `decode`
   */
  async makeTiles(path: string, archive: string, order: WorkOrder): Promise<void> {
    await this.#run(order, { task: 'make tiles', path, archive }).catch(throwRefusal)
  }

  /**
   * Draws an inspection report as PDF. Its time limit grows with its findings.
   *
   * @param request its `path` is that of a new file; it may exist although the report cannot be drawn
   * @param onDrawn called a few times a second, with the number of drawn findings
   * @throws LimitExceeded; ApiError `file_not_processed`, `too_many_requests`, `shutting_down`; the error of the file system as `decode`
   */
  async writeReport(
    request: ReportRequest,
    findings: number,
    order: WorkOrder,
    onDrawn?: (findings: number) => void,
  ): Promise<void> {
    const timeLimit = this.#limits.timeLimit + findings * FINDING_MS
    await this.#run(order, { task: 'write report', ...request }, timeLimit, onDrawn)
  }

  /**
   * Reads a whole point cloud. Its time limit grows with the file size.
   *
   * @param size of the file, in bytes
   * @returns undefined if the file is no point cloud
   * @throws as `decode`, but `unsupported_file` for one that exceeds a limit
   */
  async readCloud(path: string, size: number, order: WorkOrder): Promise<ReadCloud | undefined> {
    const request = { task: 'read cloud', path } as const
    const result = await this.#run(order, request, this.cloudTime(size)).catch(throwCloudRefusal)
    return result.type === 'cloud read' ? result.cloud : undefined
  }

  /**
   * Writes the points of a cloud into one file, as an octree.
   *
   * @param size of the file, in bytes
   * @param onProgress called a few times a second, with the progress, from 0 to 1
   * @throws as `readCloud`
   */
  async makeCloud(
    request: CloudRequest,
    size: number,
    order: WorkOrder,
    onProgress?: (share: number) => void,
  ): Promise<void> {
    const tell = (done: number) => onProgress?.(Math.min(1, done))
    await this.#run(order, { task: 'make cloud', ...request }, this.cloudTime(size), tell).catch(
      throwCloudRefusal,
    )
  }

  /** The processor time limit of a point cloud, in milliseconds. @param size of its file, in bytes */
  cloudTime(size: number): number {
    return this.#limits.timeLimit + (size / MIB) * CLOUD_MIB_MS
  }

  /** Kills all workers, also busy ones. */
  close(): void {
    this.#workers.close()
  }

  get #all(): TurnQueue[] {
    return Object.values(this.#queues)
  }

  /** @throws as `WorkerProcess.run`, but ApiError `file_not_processed` if a worker ended without an answer; `too_many_requests`, `shutting_down` */
  async #run<Request extends WorkerRequest>(
    order: WorkOrder,
    request: Request,
    timeLimit = this.#limits.timeLimit,
    onProgress?: (done: number) => void,
  ): Promise<ResultOf<Request>> {
    const { priority, signal } = order
    const work = (worker: WorkerProcess) => worker.run(request, timeLimit, onProgress)
    try {
      return await this.#queues[priority].run(order, () => this.#use(work, priority, signal))
    } catch (error) {
      if (error instanceof LimitExceeded) this.#log.warn({ reason: error.message }, 'a file exceeds a limit')
      if (!(error instanceof WorkerEnded)) throw error
      this.#log.warn({ reason: error.message }, 'an image worker ended without an answer')
      if (priority !== 'high' || error.stoodStill) throw notProcessed(error)
    }
    return this.#alone(() => this.#runAlone(work, signal))
  }

  /** A used worker has less memory left, so only a new one proves that a file needs too much. */
  async #use<T>(
    work: (worker: WorkerProcess) => Promise<T>,
    priority: Priority,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    try {
      return await this.#workers.use(work, priority, signal)
    } catch (error) {
      if (!(error instanceof LimitExceeded) || error.limit !== 'memory') throw error
      return await this.#workers.use(work, priority, signal, true)
    }
  }

  /** Retries work in a new worker, while no other work begins and hardly any runs: the machine may have lacked memory. */
  async #runAlone<T>(
    work: (worker: WorkerProcess) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    for (const queue of this.#all) queue.pause()
    try {
      const othersEnded = Promise.all(this.#all.map((queue) => queue.untilNothingRuns()))
      await Promise.race([othersEnded, wait(ALONE_AFTER_MS, undefined, { ref: false, signal })])
      this.#workers.endIdle()
      return await this.#workers.use(work, 'high', signal)
    } catch (error) {
      if (!(error instanceof WorkerEnded)) throw error
      this.#log.warn({ reason: error.message }, 'an image worker ended again on a retry')
      throw notProcessed(error)
    } finally {
      for (const queue of this.#all) queue.resume()
    }
  }
}

function notProcessed(cause: WorkerEnded): ApiError {
  return new ApiError('file_not_processed', { cause })
}

/** @throws ApiError for a file that a worker refuses; other errors as they are */
function throwRefusal(error: unknown): never {
  throw error instanceof ImageRefused ? new ApiError(error.code, { reason: error.reason }) : error
}

/** As `throwRefusal`, with the point cloud reason for a limit. */
function throwCloudRefusal(error: unknown): never {
  if (!(error instanceof LimitExceeded)) throwRefusal(error)
  throw new ApiError('unsupported_file', { reason: { code: 'cloud_limits', values: {} } })
}
