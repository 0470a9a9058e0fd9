import { stat } from 'node:fs/promises'
import { WORK_WAITING_PER_USER_MAX } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import { queryOfFile } from '#domain/pictures/file-query.ts'
import type { PointCloudState } from '#domain/pictures/point-cloud.ts'
import type { CoreServices } from '#server/core/open-core.ts'
import { refuseWithoutFreeSpace } from '#server/core/uploads/free-space.ts'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import { CLOUD_ARCHIVE_VERSION } from '#server/infrastructure/clouds/octree/cloud-archive-layout.ts'
import { ApiError, tooManyRequests } from '#server/infrastructure/errors.ts'
import { type OpenFile, originalOf } from '#server/infrastructure/store/file-store.ts'
import {
  RETRY_SECONDS,
  type Requester,
  SERVER_ITSELF,
  type WorkOrder,
} from '#server/infrastructure/work-order.ts'
import { readCloudHead, refuseLargeArchive } from './cloud-archive.ts'
import { makeDerivative } from './make-derivative.ts'
import { cloudOf } from './photo-files.ts'

/** The photo whose file is a point cloud. */
export type CloudPhoto = Pick<Photo, 'id' | 'key' | 'size' | 'sha256'>

/** How long an answer waits for an archive, in milliseconds: a small cloud is ready by then, without polling. */
const ANSWER_MS = 1500
/** Pause after an unreadable cloud, in milliseconds: a screen polls each second. */
const REFUSED_MS = 10 * 60 * 1000
/** The same after the worker of a cloud has ended. */
const NOT_PROCESSED_MS = 30_000
/** The same after another failure, such as a full disk: long enough that every polling screen gets the error. */
const FAILED_MS = 5000
const FAILURES_MAX = 1000

/** An archive in progress. */
interface Making {
  order: WorkOrder
  made: Promise<void>
  /** The progress; null while queued, or in another process. */
  share: number | null
}

/** Makes the archive of each point cloud once, after its upload or on opening, and reports the progress. */
export class PointClouds {
  readonly #making = new Map<number, Making>()
  /** By photo id: the error, and until when it is answered. */
  readonly #failures = new Map<number, { error: unknown; until: number }>()

  /**
   * The state of a cloud. A missing archive is made; the answer waits for a short time.
   *
   * @throws ApiError `photo_not_found` if the photo has just been deleted; `unsupported_file` if its file cannot be read;
   *   `file_not_processed`; `storage_full`; `too_many_requests` if the user waits for too many clouds; `shutting_down`. An error of the
   *   last seconds is thrown again.
   */
  async state(services: CoreServices, requester: Requester, photo: CloudPhoto): Promise<PointCloudState> {
    const ready = await readReady(services, photo)
    if (ready) return ready
    const making = this.#make(services, photo, { requester, priority: 'normal' })
    const timeout = Promise.withResolvers<void>()
    const timer = setTimeout(timeout.resolve, ANSWER_MS)
    try {
      await Promise.race([making.made, timeout.promise])
    } finally {
      clearTimeout(timer)
    }
    return (await readReady(services, photo)) ?? { state: 'preparing', share: making.share }
  }

  /** Makes a missing archive with low priority. @throws as `state` */
  makeInBackground(services: CoreServices, photo: CloudPhoto): Promise<void> {
    return this.#make(services, photo, { requester: SERVER_ITSELF, priority: 'low' }).made
  }

  /** Waits for running tasks. Close the `ImagePool` before, so that they end soon. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#making.values()].map(({ made }) => made))
  }

  /** @throws its error after a recent failure; ApiError if the user waits for too many */
  #make(services: CoreServices, photo: CloudPhoto, order: WorkOrder): Making {
    const failure = this.#failures.get(photo.id)
    if (order.priority !== 'low' && failure && performance.now() < failure.until) throw failure.error
    const running = this.#making.get(photo.id)
    if (running) return running
    const own = [...this.#making.values()].filter((other) => other.order.requester.id === order.requester.id)
    if (own.length >= WORK_WAITING_PER_USER_MAX) throw tooManyRequests(RETRY_SECONDS, 'wait_work')
    const making: Making = { order, made: Promise.resolve(), share: null }
    const onProgress = (share: number) => {
      making.share = share
    }
    making.made = awaitedLater(
      makeOnce(services, photo, order, onProgress)
        .catch((error) => {
          // A job has its own retries.
          if (order.priority !== 'low') this.#remember(photo.id, error)
          throw error
        })
        .finally(() => this.#making.delete(photo.id)),
    )
    this.#making.set(photo.id, making)
    return making
  }

  #remember(id: number, error: unknown): void {
    if (this.#failures.size >= FAILURES_MAX) this.#failures.clear()
    this.#failures.set(id, { error, until: performance.now() + notAgainMs(error) })
  }
}

/** How long the error is answered, in milliseconds. */
function notAgainMs(error: unknown): number {
  if (!(error instanceof ApiError)) return FAILED_MS
  if (error.code === 'unsupported_file') return REFUSED_MS
  return error.code === 'file_not_processed' ? NOT_PROCESSED_MS : FAILED_MS
}

async function readReady(
  { store }: CoreServices,
  { id, key, sha256 }: CloudPhoto,
): Promise<PointCloudState | undefined> {
  await using archive: OpenFile | undefined = await store.open(cloudOf(key))
  const head = archive && (await readCloudHead(archive))
  if (!head) return undefined
  const { nodes: _, filePoints, hasColours, ...facts } = head
  const address = `/media/clouds/${id}/${CLOUD_ARCHIVE_VERSION}`
  return {
    state: 'ready',
    ...facts,
    file_points: filePoints,
    has_colours: hasColours,
    nodes_url: `${address}/nodes${queryOfFile(sha256)}`,
    node_url: `${address}/{node}${queryOfFile(sha256)}`,
  }
}

/** Waits for another process that makes the archive, as long as it may take. */
async function makeOnce(
  services: CoreServices,
  photo: CloudPhoto,
  order: WorkOrder,
  onProgress: (share: number) => void,
): Promise<void> {
  const { db, images } = services
  const release = await db.locks.acquire(`cloud of photo ${photo.id}`, images.cloudTime(photo.size), () => {})
  try {
    if (!(await readReady(services, photo)))
      await makeDerivative(services, photo, cloudOf(photo.key), () =>
        keepArchive(services, photo, order, onProgress),
      )
  } finally {
    await release?.()
  }
}

async function keepArchive(
  services: CoreServices,
  photo: CloudPhoto,
  order: WorkOrder,
  onProgress: (share: number) => void,
): Promise<void> {
  const { config, images, incoming, store } = services
  // With a bucket, the original is copied. The worker knows the archive size.
  await refuseWithoutFreeSpace(services, photo.size)
  await using incomingFolder = await incoming.openFolder()
  const path = incomingFolder.newPath()
  if (!(await store.copyTo(originalOf(photo.key), path))) throw new ApiError('photo_not_found')
  const archive = incomingFolder.newPath()
  const request = { path, archive, spool: incomingFolder.newPath(), keepFree: config.minFreeBytes }
  await images.makeCloud(request, photo.size, order, onProgress)
  refuseLargeArchive(config, (await stat(archive)).size)
  await store.keep([{ file: cloudOf(photo.key), path: archive }])
}
