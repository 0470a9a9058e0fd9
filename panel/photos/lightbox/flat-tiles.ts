import { TILE_SIZE, tileLevels } from '#domain/pictures/panorama.ts'
import type { TilePlace } from '#panel/drawing/tiles/tile-address.ts'
import type { Size } from './zoom-view.ts'

/** A view that needs more tiles is shown with the next lower resolution. The picture of a tile takes 1 MiB. */
const TILES_MAX = 200
/** An enlargement up to this factor is drawn as none, because scales are rounded. */
const SAME_SCALE = 1.001

/** A tile of a flat photo. */
export interface FlatTile extends TilePlace {
  key: string
}

/** A part of a picture: its sides as fractions of the picture, from its upper left corner. It may reach beyond the picture. */
export interface Part {
  left: number
  top: number
  right: number
  bottom: number
}

/** How a picture is shown. */
export interface TiledView {
  /** The width of the whole picture on the screen, in device pixels. */
  needed: number
  /** The part that can be seen. Its upper left corner lies between two pixels of the screen, not inside of one. */
  part: Part
}

/** A rectangle, in pixels. */
export interface Rectangle extends Size {
  left: number
  top: number
}

/** The canvas for the visible part of a picture. Its pixels are those of the screen, or those of the tiles if they are enlarged. */
export interface CanvasGrid extends Rectangle {
  /** Pixels of the canvas for one pixel of the photo. */
  scale: number
}

/** How many pixels of the photo one pixel of a level has on each side. Each level is half as large as the next. */
function pixelsOf(photo: Size, level: number): number {
  return 2 ** (tileLevels(photo.width, photo.height).length - 1 - level)
}

/**
 * The level that is sharp in a view.
 *
 * @param known the width of a picture that is shown already, in pixels
 * @returns undefined if no level has more pixels than the view needs or shows already
 */
export function sharpLevel(photo: Size, view: TiledView, known: number): number | undefined {
  if (!(view.needed > known)) return undefined
  const levels = tileLevels(photo.width, photo.height)
  const enough = levels.findIndex(
    (_, index) => (photo.width / pixelsOf(photo, index)) * SAME_SCALE >= view.needed,
  )
  for (let index = enough === -1 ? levels.length - 1 : enough; index >= 0; index -= 1) {
    if ((levels[index]?.width ?? 0) <= known) return undefined
    if (tilesIn(photo, index, view.part).length <= TILES_MAX) return index
  }
  return undefined
}

/** The tiles of a level that a part of the picture needs, those in the middle first. */
export function tilesIn(photo: Size, level: number, part: Part): FlatTile[] {
  const grid = tileLevels(photo.width, photo.height)[level]
  if (!grid) return []
  const side = TILE_SIZE * pixelsOf(photo, level)
  const [first, last] = [tileAt(part.left * photo.width), tileAt(part.right * photo.width, grid.columns)]
  const [top, bottom] = [tileAt(part.top * photo.height), tileAt(part.bottom * photo.height, grid.rows)]
  const tiles: FlatTile[] = []
  for (let row = top; row <= bottom; row += 1)
    for (let column = first; column <= last; column += 1)
      tiles.push({ key: `${level}/${column}/${row}`, level, column, row })
  const middle = {
    x: (((part.left + part.right) / 2) * photo.width) / side - 0.5,
    y: (((part.top + part.bottom) / 2) * photo.height) / side - 0.5,
  }
  const distance = ({ column, row }: FlatTile) => Math.hypot(column - middle.x, row - middle.y)
  return tiles.sort((a, b) => distance(a) - distance(b))

  /** The index of the tile with this pixel; with `count`, that of the last tile before it. */
  function tileAt(pixel: number, count?: number): number {
    if (count === undefined) return Math.max(0, Math.floor(pixel / side))
    return Math.min(count, Math.ceil(pixel / side)) - 1
  }
}

/**
 * The canvas for a view. On the pixels of the screen, an actual-size picture is not blurred; a canvas of enlarged tiles is enlarged as a whole, so
 * that there are no edges between them.
 */
export function canvasGrid(photo: Size, { needed, part }: TiledView, level: number): CanvasGrid {
  const onScreen = needed / photo.width
  const ofLevel = 1 / pixelsOf(photo, level)
  const isEnlarged = onScreen > ofLevel * SAME_SCALE
  const scale = isEnlarged ? ofLevel : onScreen
  const across = range(part.left, part.right, photo.width * scale)
  const down = range(part.top, part.bottom, photo.height * scale)
  return { scale, left: across.start, top: down.start, width: across.length, height: down.length }

  function range(from: number, to: number, whole: number): { start: number; length: number } {
    const [begin, end] = [from * whole, Math.min(1, to) * whole]
    // Whole pixels of the tiles, or whole pixels of the screen counted from the border of the visible part.
    const start = isEnlarged ? Math.floor(Math.max(0, begin)) : begin + Math.max(0, Math.floor(-begin))
    return { start, length: Math.max(0, Math.ceil(end - start - 0.001)) }
  }
}

/** Where a tile lies on a canvas: between whole pixels, so that there is no gap between two tiles. */
export function tileOnCanvas(photo: Size, tile: TilePlace, grid: CanvasGrid): Rectangle {
  const level = tileLevels(photo.width, photo.height)[tile.level] ?? { width: 0, height: 0 }
  const unit = pixelsOf(photo, tile.level) * grid.scale
  const [left, right] = range(tile.column, level.width, grid.left)
  const [top, bottom] = range(tile.row, level.height, grid.top)
  return { left, top, width: right - left, height: bottom - top }

  function range(index: number, length: number, start: number): [number, number] {
    const [from, to] = [index * TILE_SIZE, Math.min(length, (index + 1) * TILE_SIZE)]
    return [Math.round(from * unit - start), Math.round(to * unit - start)]
  }
}
