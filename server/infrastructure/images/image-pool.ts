import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { DERIVATIVE_WIDTHS, type DerivativeWidth, MIB, WORK_WAITING_PER_USER_MAX } from '#domain/limits.ts'
import type { ImageLimits } from '#server/infrastructure/config.ts'
import { ApiError, type Reason } from '#server/infrastructure/errors.ts'
import { FairQueue } from '#server/infrastructure/fair-queue.ts'
import { ImageRefused } from '#server/infrastructure/pictures/image-refused.ts'
import type { Asker, WorkOrder } from '#server/infrastructure/work-order.ts'
import type {
  CloudRequest,
  DecodedImage,
  DecodeRequest,
  ImageMetadata,
  ReadCloud,
  ReportRequest,
} from './decode-request.ts'
import { ImageWorkers } from './image-workers.ts'
import { WorkerEnded, type WorkerProcess } from './worker-process.ts'

/** The maximum number of images that are decoded at once for requests, on any number of cores, because each may need hundreds of megabytes. */
const WORKERS_MAX = 4

/**
 * How much longer a report may take for each of its findings, in milliseconds. A finding takes 50 to 100 ms on a free processor. Its crop and
 * those of four earlier findings take 17 s if all are cut out of HEICs of 48 megapixels.
 */
const FINDING_MS = 20_000

/**
 * How much longer a point cloud may take for each MiB of its file, in milliseconds. Of a LAZ file, a MiB has 80,000 to 300,000 points, and takes
 * 70 to 600 ms on a free processor.
 */
const CLOUD_MIB_MS = 3000

/** Whether the first page of a PDF was rendered; if not, whether it cannot be, or the worker ended. */
type PageOutcome = 'rendered' | 'refused' | 'ended'

/** A decoded image with the paths of its derivatives. */
export interface ExaminedImage extends DecodedImage {
  derivatives: { width: DerivativeWidth; path: string }[]
}

/**
 * Decodes images, reads point clouds, renders pages of PDFs and draws reports in worker processes. All of this work waits in one queue, in which users take
 * turns, and each kind has its own limit of time. A worker that exceeds a limit or crashes is replaced. The process of the server itself
 * never decodes a file.
 */
export class ImagePool {
  readonly #limits: ImageLimits
  readonly #log: Logger
  readonly #queue = new FairQueue(
    {
      now: { shared: Math.min(availableParallelism(), WORKERS_MAX), spare: 1 },
      // Reports and background tiles leave processors free for requests.
      soon: { shared: 1, spare: 1 },
      later: { shared: 1, spare: 0 },
    },
    WORK_WAITING_PER_USER_MAX,
  )
  readonly #workers: ImageWorkers

  constructor(limits: ImageLimits, log: Logger) {
    this.#limits = limits
    this.#log = log
    this.#workers = new ImageWorkers(limits.memoryLimit)
  }

  /** How much work waits for a worker. */
  get waiting(): number {
    return this.#queue.waiting
  }

  /** True if no work runs or waits. */
  get isIdle(): boolean {
    return this.#queue.isIdle
  }

  /**
   * Call it before a request does something expensive for the work that it will ask for, such as receiving a file.
   *
   * @throws ApiError `too_many_requests` if the user has as much work waiting as is allowed
   */
  refuseIfFull(asker: Asker): void {
    this.#queue.refuseIfFull(asker)
  }

  /**
   * Decodes an image completely and makes its derivatives. The disk may not have them yet, see `syncFile`.
   *
   * @param newPath returns the path of a new file for a derivative
   * @returns undefined if the file is not an image of an accepted type
   * @throws ApiError `too_large` for too many pixels, `unsupported_file` for a damaged image or one that exceeds a limit,
   *   `too_many_requests`, `shutting_down`; the error of the file system if a file cannot be read or written; WorkerEnded if no worker
   *   starts
   */
  async decode(path: string, newPath: () => string, order: WorkOrder): Promise<ExaminedImage | undefined> {
    const derivatives = DERIVATIVE_WIDTHS.map((width) => ({ width, path: newPath() }))
    const paths = Object.fromEntries(derivatives.map(({ width, path }) => [width, path]))
    const request: DecodeRequest = {
      path,
      maxPixels: this.#limits.maxPixels,
      derivatives: paths as Record<DerivativeWidth, string>,
    }
    try {
      const decoded = await this.#run(order, (worker) => worker.decode(request, this.#limits.timeLimit))
      return decoded && { ...decoded, derivatives }
    } catch (error) {
      throw this.#asRefusal(error)
    }
  }

  /**
   * Renders the first page of a PDF as a thumbnail in WebP.
   *
   * @param thumbnail the path of a new file; it may exist although the page cannot be rendered
   * @returns `refused` for an encrypted or damaged PDF, `ended` for one that exceeds a limit. On a busy machine, a good PDF can
   *   exceed the time limit, and the kernel can end its worker.
   * @throws ApiError `too_many_requests`, `shutting_down`; the error of the file system if a file cannot be read or written; WorkerEnded
   *   if no worker starts
   */
  async renderFirstPage(path: string, thumbnail: string, order: WorkOrder): Promise<PageOutcome> {
    try {
      await this.#run(order, (worker) => worker.renderFirstPage({ path, thumbnail }, this.#limits.timeLimit))
      return 'rendered'
    } catch (error) {
      if (error instanceof ImageRefused) return 'refused'
      this.#rethrowUnlessFileEndedWorker(error)
      return 'ended'
    }
  }

  /**
   * Reads what a stored image says about itself. That takes 1 to 20 ms, but seconds for 200 MB on a slow disk or a busy machine.
   *
   * @returns undefined if it cannot be read. On a busy machine, that of a good image can exceed the time limit.
   * @throws as `renderFirstPage`
   */
  async readMetadata(path: string, order: WorkOrder): Promise<ImageMetadata | undefined> {
    try {
      return await this.#run(order, (worker) => worker.readMetadata(path, this.#limits.timeLimit))
    } catch (error) {
      if (!(error instanceof ImageRefused)) this.#rethrowUnlessFileEndedWorker(error)
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
    try {
      await this.#run(order, (worker) => worker.makeTiles({ path, archive }, this.#limits.timeLimit))
    } catch (error) {
      throw this.#asRefusal(error)
    }
  }

  /**
   * Draws an inspection report as PDF. The time that it may take grows with its findings.
   *
   * @param request its `path` is that of a new file; it may exist although the report cannot be drawn
   * @param onDrawn called a few times in a second, with the number of findings that are drawn
   * @throws ApiError `too_many_requests`, `shutting_down`; WorkerEnded if a limit is exceeded or no worker starts; the error of the file
   *   system if the file cannot be written
   */
  async writeReport(
    request: ReportRequest,
    findings: number,
    order: WorkOrder,
    onDrawn?: (findings: number) => void,
  ): Promise<void> {
    const timeLimit = this.#limits.timeLimit + findings * FINDING_MS
    try {
      await this.#run(order, (worker) => worker.writeReport(request, timeLimit, onDrawn))
    } catch (error) {
      if (this.#workers.isClosed) throw new ApiError('shutting_down')
      throw error
    }
  }

  /**
   * Reads a whole point cloud. The time that it may take grows with the size of the file.
   *
   * @param size of the file, in bytes
   * @returns undefined if the file is no point cloud
   * @throws as `decode`
   */
  async readCloud(path: string, size: number, order: WorkOrder): Promise<ReadCloud | undefined> {
    try {
      return await this.#run(order, (worker) => worker.readCloud(path, this.cloudTime(size)))
    } catch (error) {
      throw this.#asRefusal(error, { code: 'cloud_limits', values: {} })
    }
  }

  /**
   * Writes the points of a cloud into one file, as an octree.
   *
   * @param size of the file, in bytes
   * @param onShare called a few times in a second, with the part that is done, from 0 to 1
   * @throws as `decode`
   */
  async makeCloud(
    request: CloudRequest,
    size: number,
    order: WorkOrder,
    onShare?: (share: number) => void,
  ): Promise<void> {
    try {
      await this.#run(order, (worker) => worker.makeCloud(request, this.cloudTime(size), onShare))
    } catch (error) {
      throw this.#asRefusal(error, { code: 'cloud_limits', values: {} })
    }
  }

  /** How long a worker may take for a point cloud, in milliseconds. @param size of its file, in bytes */
  cloudTime(size: number): number {
    return this.#limits.timeLimit + (size / MIB) * CLOUD_MIB_MS
  }

  /** Kills all workers, also those that are decoding. */
  close(): void {
    this.#workers.close()
  }

  #run<T>(order: WorkOrder, work: (worker: WorkerProcess) => Promise<T>): Promise<T> {
    return this.#queue.run(order, (isFirst) => {
      const priority = order.urgency === 'later' ? 'low' : isFirst ? 'high' : 'normal'
      return this.#workers.use(work, priority, order.signal)
    })
  }

  /** The answer to a file that cannot be decoded. @param ended the reason if it ended its worker @throws as `#rethrowUnlessFileEndedWorker` */
  #asRefusal(error: unknown, ended?: Reason): ApiError {
    if (error instanceof ImageRefused) return new ApiError(error.code, { reason: error.reason })
    this.#rethrowUnlessFileEndedWorker(error)
    return new ApiError('unsupported_file', { reason: ended })
  }

  /** Returns only if the file is the reason for the end of a worker. @throws ApiError `shutting_down`; `error` in all other cases */
  #rethrowUnlessFileEndedWorker(error: unknown): void {
    if (!(error instanceof WorkerEnded)) throw error
    if (this.#workers.isClosed) throw new ApiError('shutting_down')
    if (!error.hadBegun) throw error
    this.#log.warn({ reason: error.message }, 'a file ended its worker')
  }
}
