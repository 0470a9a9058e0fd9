import { loadBitmap, PictureError } from './load-bitmap.ts'
import type { Tile } from './tile-tree.ts'

/** So many tiles are on their way, also while the page is busy with drawing. The browser sends what the rest of the page needs first. */
const PARALLEL = 12
/** How often a tile is requested again after a failure, and the pause between two requests in milliseconds. */
const RETRIES = 3
const RETRY_MS = 2_000

interface TileEvents {
  onLoad: (tile: Tile, bitmap: ImageBitmap) => void
  onGiveUp: () => void
}

/** Loads the tiles in view, a few at the same time. It aborts the requests of tiles that go out of view. */
export class TileLoader {
  readonly #addressOf: (tile: Tile) => string
  readonly #events: TileEvents
  readonly #running = new Map<string, AbortController>()
  readonly #failures = new Map<string, number>()
  readonly #pauses = new Map<string, ReturnType<typeof setTimeout>>()
  #wanted: Tile[] = []

  constructor(addressOf: (tile: Tile) => string, events: TileEvents) {
    this.#addressOf = addressOf
    this.#events = events
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

  /** True if all attempts to load the tile have failed. */
  hasGivenUp({ key }: Tile): boolean {
    return (this.#failures.get(key) ?? 0) > RETRIES
  }

  dispose(): void {
    this.#wanted = []
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
      this.#end(tile)
      const isFinal = error instanceof PictureError && error.isFinal
      if (!controller.signal.aborted) this.#pause(tile, isFinal)
    }
  }

  /** The next tiles load while this one is put on the graphics card. */
  #end({ key }: Tile): void {
    this.#running.delete(key)
    this.#start()
  }

  #pause(tile: Tile, isFinal: boolean): void {
    const failures = (this.#failures.get(tile.key) ?? 0) + 1
    this.#failures.set(tile.key, isFinal ? Number.POSITIVE_INFINITY : failures)
    if (this.hasGivenUp(tile)) {
      this.#events.onGiveUp()
      return
    }
    const pause = setTimeout(() => {
      this.#pauses.delete(tile.key)
      this.#start()
    }, RETRY_MS)
    this.#pauses.set(tile.key, pause)
  }
}
