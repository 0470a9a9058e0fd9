import { checkImage } from '#panel/api/check-image.ts'
import { retryPause } from '#panel/api/pictures/retry-pause.ts'
import { loadBitmap, PictureError } from './load-bitmap.ts'

/** A tile has a name of its own among the tiles of its picture. */
interface Keyed {
  key: string
}

/** So many tiles are on their way, also while the page is busy with drawing. The browser sends what the rest of the page needs first. */
const PARALLEL = 12

interface TileEvents<Tile> {
  onLoad: (tile: Tile, bitmap: ImageBitmap) => void
  /** The server does not have the tile, or it is damaged. */
  onGiveUp: (error: PictureError) => void
}

/** Loads the tiles in view, a few at the same time. It aborts the requests of tiles that go out of view. */
export class TileLoader<Tile extends Keyed> {
  readonly #addressOf: (tile: Tile) => string
  readonly #events: TileEvents<Tile>
  readonly #running = new Map<string, AbortController>()
  readonly #failures = new Map<string, number>()
  readonly #refused = new Set<string>()
  readonly #pauses = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #disposal = new AbortController()
  #wanted: Tile[] = []
  /** True while the session is being checked, because the tiles that are on their way together are refused together. */
  #isChecking = false

  constructor(addressOf: (tile: Tile) => string, events: TileEvents<Tile>) {
    this.#addressOf = addressOf
    this.#events = events
    window.addEventListener('online', () => this.#retryNow(), { signal: this.#disposal.signal })
  }

  /** @param tiles the tiles to load, the most urgent first; the requests of all other tiles are aborted */
  want(tiles: Tile[]): void {
    this.#wanted = tiles
    const keys = new Set(tiles.map(({ key }) => key))
    for (const [key, controller] of this.#running) if (!keys.has(key)) controller.abort()
    this.#start()
  }

  /** True while tiles are on their way. */
  get isLoading(): boolean {
    return this.#running.size > 0
  }

  /** True if the server does not have the tile, or it is damaged. Without an answer, the tile is requested again and again. */
  hasGivenUp({ key }: Keyed): boolean {
    return this.#refused.has(key)
  }

  dispose(): void {
    this.#wanted = []
    this.#disposal.abort()
    for (const controller of this.#running.values()) controller.abort()
    for (const pause of this.#pauses.values()) clearTimeout(pause)
  }

  #start(): void {
    for (const tile of this.#wanted) {
      if (this.#running.size >= PARALLEL) return
      const { key } = tile
      if (!this.#running.has(key) && !this.#pauses.has(key) && !this.hasGivenUp(tile)) void this.#load(tile)
    }
  }

  async #load(tile: Tile): Promise<void> {
    const controller = new AbortController()
    this.#running.set(tile.key, controller)
    try {
      const bitmap = await loadBitmap(this.#addressOf(tile), controller.signal, { priority: 'low' })
      this.#wanted = this.#wanted.filter(({ key }) => key !== tile.key)
      this.#end(tile)
      this.#events.onLoad(tile, bitmap)
    } catch (error) {
      // The pause begins first, because otherwise the tile would be requested again at once.
      if (!controller.signal.aborted) this.#pause(tile, error instanceof PictureError ? error : undefined)
      this.#end(tile)
    }
  }

  /** The next tiles load while this one is put on the graphics card. */
  #end({ key }: Keyed): void {
    this.#running.delete(key)
    this.#start()
  }

  #pause(tile: Tile, error: PictureError | undefined): void {
    const { key } = tile
    if (error?.status === 401) void this.#checkSession(tile)
    if (error?.isFinal) {
      this.#refused.add(key)
      this.#running.delete(key)
      this.#events.onGiveUp(error)
      return
    }
    const waitMs = error?.waitMs
    const failures = this.#failures.get(key) ?? 0
    // The pause does not grow if the server knows when it has room again.
    if (waitMs === undefined) this.#failures.set(key, failures + 1)
    const pause = setTimeout(
      () => {
        this.#pauses.delete(key)
        this.#start()
      },
      retryPause(failures, waitMs),
    )
    this.#pauses.set(key, pause)
  }

  /** If the session has ended, the user must sign in again, and is told so. */
  async #checkSession(tile: Tile): Promise<void> {
    if (this.#isChecking) return
    this.#isChecking = true
    await checkImage(this.#addressOf(tile))
    this.#isChecking = false
  }

  /** The browser is online again. */
  #retryNow(): void {
    for (const pause of this.#pauses.values()) clearTimeout(pause)
    this.#pauses.clear()
    this.#failures.clear()
    this.#start()
  }
}
