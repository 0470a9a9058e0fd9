import type { ErrorCode } from '#domain/answer.ts'
import { WORK_WAITING_PER_USER_MAX } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import type { CoreServices } from '#server/core/open-core.ts'
import { refuseWithoutFreeSpace } from '#server/core/uploads/free-space.ts'
import { ApiError, tooManyRequests } from '#server/infrastructure/errors.ts'
import { type OpenFile, originalOf } from '#server/infrastructure/store/file-store.ts'
import {
  RETRY_SECONDS,
  type Requester,
  SERVER_ITSELF,
  type WorkOrder,
} from '#server/infrastructure/work-order.ts'
import { makeDerivative } from './make-derivative.ts'
import { tilesOf } from './photo-files.ts'
import { readTile, type TilePlace } from './tile-archive.ts'

/** The photo to tile. */
export type TiledPhoto = Pick<Photo, 'id' | 'key' | 'size'>

/** Pause after a failure, in milliseconds: a screen requests many tiles of a photo. */
const NOT_AGAIN_MS: Partial<Record<ErrorCode, number>> = {
  unsupported_file: 10 * 60 * 1000,
  too_large: 10 * 60 * 1000,
  file_not_processed: 30 * 1000,
}
const FAILURES_MAX = 1000

interface Making {
  order: WorkOrder
  /** For background work: aborted when a request needs the tiles, which makes them sooner. */
  background?: AbortController
  /** Called once no other process makes them. They may then exist. */
  isMade(): Promise<boolean>
}

/** Makes the tiles of each photo once, after its upload or on the first request, and reads them. */
export class PanoramaTiles {
  readonly #making = new Map<
    number,
    { requester: Requester; background: AbortController | undefined; made: Promise<void> }
  >()
  /** By photo id: the error, and until when it is answered. */
  readonly #failures = new Map<number, { error: ApiError; until: number }>()

  /**
   * Reads a tile. If the photo has none yet, all are made first; concurrent requests for a photo share the work.
   *
   * @returns undefined if the photo has no such tile
   * @throws ApiError `photo_not_found` if the photo has just been deleted; `unsupported_file` or `too_large` if no tiles can be made;
   *   `file_not_processed`; `storage_full`; `too_many_requests` if the user waits for the tiles of too many photos; `shutting_down`
   */
  async read(
    services: CoreServices,
    requester: Requester,
    photo: TiledPhoto,
    place: TilePlace,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const tile = await readStored(services, photo, place)
    if (tile) return tile
    await this.#make(services, photo, {
      order: { requester, priority: 'high' },
      isMade: async () => (await readStored(services, photo, place)) !== undefined,
    })
    return readStored(services, photo, place)
  }

  /** Makes missing tiles of a photo with low priority, unless a request needs them meanwhile. @throws as `read` */
  async makeInBackground(services: CoreServices, photo: TiledPhoto): Promise<void> {
    const background = new AbortController()
    const order: WorkOrder = { requester: SERVER_ITSELF, priority: 'low', signal: background.signal }
    const isMade = async () => (await services.store.size(tilesOf(photo.key))) !== undefined
    try {
      await this.#make(services, photo, { order, background, isMade })
    } catch (error) {
      // The request makes them.
      if (!background.signal.aborted) throw error
    }
  }

  /** Waits for running tasks. Close the `ImagePool` before, so that they end soon. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#making.values()].map(({ made }) => made))
  }

  #make(services: CoreServices, photo: TiledPhoto, making: Making): Promise<void> {
    const failure = this.#failures.get(photo.id)
    if (making.order.priority === 'high' && failure && performance.now() < failure.until)
      return Promise.reject(failure.error)
    const running = this.#making.get(photo.id)
    if (running?.background && making.order.priority === 'high') {
      // They may queue behind other background work, and with low priority take minutes on a busy machine.
      running.background.abort()
      return running.made.catch(() => this.#make(services, photo, making))
    }
    if (running) return running.made
    // Each copies an original before it waits for a worker.
    const { requester, priority } = making.order
    const own = [...this.#making.values()].filter((other) => other.requester.id === requester.id)
    if (own.length >= WORK_WAITING_PER_USER_MAX)
      return Promise.reject(tooManyRequests(RETRY_SECONDS, 'wait_work'))
    const made = makeOnce(services, photo, making)
      .catch((error) => {
        // A job has its own retries, and a request tries twice.
        if (priority === 'high') this.#remember(photo.id, error)
        throw error
      })
      .finally(() => this.#making.delete(photo.id))
    this.#making.set(photo.id, { requester, background: making.background, made })
    return made
  }

  #remember(id: number, error: unknown): void {
    const ms = error instanceof ApiError && NOT_AGAIN_MS[error.code]
    if (!ms) return
    if (this.#failures.size >= FAILURES_MAX) this.#failures.clear()
    this.#failures.set(id, { error, until: performance.now() + ms })
  }
}

async function readStored(
  { store }: CoreServices,
  { key }: TiledPhoto,
  place: TilePlace,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  await using archive: OpenFile | undefined = await store.open(tilesOf(key))
  return archive && (await readTile(archive, place))
}

/** Waits for another process that makes the tiles, as long as it may take. Background work yields to a request of another process. */
async function makeOnce(
  services: CoreServices,
  photo: TiledPhoto,
  { order, background, isMade }: Making,
): Promise<void> {
  const { config, db } = services
  const name = `tiles of photo ${photo.id}`
  const release = await db.locks.acquire(name, config.images.timeLimit, () => background?.abort())
  try {
    if (!(await isMade()))
      await makeDerivative(services, photo, tilesOf(photo.key), () => keepTiles(services, photo, order))
  } finally {
    await release?.()
  }
}

async function keepTiles(services: CoreServices, photo: TiledPhoto, order: WorkOrder): Promise<void> {
  const { images, incoming, store } = services
  // The tiles of all levels have a third more pixels than the original, and may compress worse.
  await refuseWithoutFreeSpace(services, 2 * photo.size)
  await using incomingFolder = await incoming.openFolder()
  const original = incomingFolder.newPath()
  if (!(await store.copyTo(originalOf(photo.key), original))) throw new ApiError('photo_not_found')
  const archive = incomingFolder.newPath()
  await images.makeTiles(original, archive, order)
  await store.keep([{ file: tilesOf(photo.key), path: archive }])
}
