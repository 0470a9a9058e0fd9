import type { Photo } from '#domain/photo.ts'
import { tileUrl } from '#domain/pictures/panorama.ts'
import { tileAddress } from '#panel/drawing/tiles/tile-address.ts'
import { TileLoader } from '#panel/drawing/tiles/tile-loader.ts'
import {
  canvasGrid,
  type FlatTile,
  type Rectangle,
  sharpLevel,
  type TiledView,
  tileOnCanvas,
  tilesIn,
} from './flat-tiles.ts'
import type { Size } from './zoom-view.ts'

/** The server can make no tile of the photo: it has too many pixels (413), or it cannot be decoded (415). */
const NO_TILES = new Set([413, 415])
/** How many tiles are kept for a return to them, with those in view. Each takes 1 MiB. */
const TILES_KEPT = 128

/** A photo with pixels. */
export type TiledPhoto = Pick<Photo, 'id' | 'sha256'> & Size

interface TileCanvasOptions {
  photo: TiledPhoto
  canvas: HTMLCanvasElement
  /** The width of the picture below the canvas, in pixels. */
  known: number
}

/** How the canvas is placed in the element of the picture. */
interface TileView extends TiledView {
  /** The width of this element, in CSS pixels. */
  width: number
}

interface LoadedTile {
  tile: FlatTile
  bitmap: ImageBitmap
}

/**
 * The visible part of a photo in full resolution, drawn from tiles on one canvas above a picture of the whole photo. Where a tile is not there yet, those of
 * other levels are drawn, else the picture below is seen. If the server has no tiles of the photo, the canvas stays empty.
 */
export class TileCanvas {
  readonly #options: TileCanvasOptions
  readonly #loader: TileLoader<FlatTile>
  /** In the order of their last use, the most recent one last. */
  readonly #loaded = new Map<string, LoadedTile>()
  #inView: FlatTile[] = []
  #view: TileView | undefined
  #level: number | undefined
  #frame: number | undefined
  #isRefused = false

  constructor(options: TileCanvasOptions) {
    this.#options = options
    const address = tileUrl(options.photo)
    this.#loader = new TileLoader((tile) => tileAddress(address, tile), {
      onLoad: (tile, bitmap) => this.#add(tile, bitmap),
      onGiveUp: ({ status }) => this.#giveUp(NO_TILES.has(status)),
    })
    // The graphics card may lose what was drawn.
    options.canvas.oncontextrestored = () => this.#drawSoon()
  }

  /** Draws what is there for this view, and loads what is missing. If only something above the picture moves, as the loupe, nothing is drawn. */
  show(view: TileView): void {
    if (this.#view && isSameView(this.#view, view)) return
    this.#view = view
    this.#update(view)
  }

  #update(view: TileView): void {
    const { photo, known } = this.#options
    this.#level = this.#isRefused ? undefined : sharpLevel(photo, view, known)
    this.#inView = this.#level === undefined ? [] : tilesIn(photo, this.#level, view.part)
    for (const { key } of this.#inView) this.#markUsed(key)
    this.#loader.want(this.#inView.filter(({ key }) => !this.#loaded.has(key)))
    this.#draw()
  }

  dispose(): void {
    this.#loader.dispose()
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    for (const { bitmap } of this.#loaded.values()) bitmap.close()
    this.#loaded.clear()
    const { canvas } = this.#options
    canvas.oncontextrestored = null
    // Safari keeps the memory of removed canvases for a while.
    canvas.width = canvas.height = 0
  }

  #add(tile: FlatTile, bitmap: ImageBitmap): void {
    this.#loaded.set(tile.key, { tile, bitmap })
    this.#forget()
    this.#drawSoon()
  }

  #drawSoon(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined
      this.#draw()
    })
  }

  /** @param isWhole true if the server has no tile of the photo, false if one is missing or damaged */
  #giveUp(isWhole: boolean): void {
    this.#isRefused ||= isWhole
    if (isWhole && this.#view) this.#update(this.#view)
    else this.#drawSoon()
  }

  #draw(): void {
    const { canvas, photo } = this.#options
    const view = this.#view
    const level = this.#level
    const context = canvas.getContext('2d')
    canvas.hidden = level === undefined
    canvas.dataset.sharp = String(
      this.#inView.every(({ key }) => this.#loaded.has(key) || this.#loader.hasGivenUp({ key })),
    )
    if (!context || !view || level === undefined) {
      // An empty canvas takes no memory.
      canvas.width = canvas.height = 0
      return
    }
    const grid = canvasGrid(photo, view, level)
    // Setting the size clears the canvas.
    canvas.width = grid.width
    canvas.height = grid.height
    place(canvas, grid, view.width / (photo.width * grid.scale))
    context.imageSmoothingQuality = 'high'
    for (const { tile, bitmap } of this.#inOrder(level)) {
      const { left, top, width, height } = tileOnCanvas(photo, tile, grid)
      const isInside = left < grid.width && top < grid.height && left + width > 0 && top + height > 0
      if (isInside) context.drawImage(bitmap, left, top, width, height)
    }
  }

  /** The loaded tiles in the order in which they are drawn: those of other levels, from the smallest to the largest, and on them those of this level. */
  #inOrder(level: number): LoadedTile[] {
    const rank = ({ tile }: LoadedTile) => (tile.level === level ? Number.POSITIVE_INFINITY : tile.level)
    return [...this.#loaded.values()].sort((a, b) => {
      const [first, second] = [rank(a), rank(b)]
      return first === second ? 0 : first - second
    })
  }

  #markUsed(key: string): void {
    const loaded = this.#loaded.get(key)
    if (!loaded) return
    this.#loaded.delete(key)
    this.#loaded.set(key, loaded)
  }

  /** Frees the memory of the tiles that were used longest ago. */
  #forget(): void {
    const inView = new Set(this.#inView.map(({ key }) => key))
    for (const [key, { bitmap }] of [...this.#loaded]) {
      if (this.#loaded.size <= TILES_KEPT) return
      if (inView.has(key)) continue
      bitmap.close()
      this.#loaded.delete(key)
    }
  }
}

function isSameView(a: TileView, b: TileView): boolean {
  const [here, there] = [a.part, b.part]
  return (
    a.needed === b.needed &&
    a.width === b.width &&
    here.left === there.left &&
    here.top === there.top &&
    here.right === there.right &&
    here.bottom === there.bottom
  )
}

/** Places the canvas by a transformation only, because the browser rounds other lengths. @param scale CSS pixels for one pixel of the canvas */
function place(canvas: HTMLCanvasElement, { left, top, width, height }: Rectangle, scale: number): void {
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
  canvas.style.transform = `translate(${left * scale}px, ${top * scale}px) scale(${scale})`
}
