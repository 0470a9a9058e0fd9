import { Box3, type Frustum, Vector3 } from 'three'
import { type Panorama, TILE_SIZE, type TileLevel } from '#domain/pictures/panorama.ts'
import type { Area, Surface } from './surface.ts'

/** The number of points on each side of a tile from which its bounding box is computed. */
const BOX_POINTS = 9
/** The margin of a bounding box, because the sphere curves between its points. */
const BOX_MARGIN = 0.01
/** The maximum number of tiles in view. A view that needs more tiles is shown with a lower resolution. */
const TILES_MAX = 160

/** A tile by its level (index in `levels`), column and row. */
export interface Tile {
  key: string
  level: number
  column: number
  row: number
  area: Area
  box: Box3
  /** The middle of the tile. */
  centre: Vector3
}

/** What the camera sees. */
export interface VisibleRegion {
  frustum: Frustum
  position: Vector3
  ahead: Vector3
  /** Device pixels for one unit of the surface (one radian on the sphere), in the middle of the view. */
  pixelsPerUnit: number
  /** The cosine of the angle between the middle and a corner of the view. */
  cornerCosine: number
}

/** Finds the tiles that a view needs. Each level has four times as many tiles as the previous level. */
export class TileTree {
  readonly #panorama: Panorama
  readonly #surface: Surface
  readonly #first: number
  readonly #tiles = new Map<string, Tile>()

  /** @param previewWidth the width of the preview in pixels; levels that are not wider than the preview are not used */
  constructor(panorama: Panorama, surface: Surface, previewWidth: number) {
    this.#panorama = panorama
    this.#surface = surface
    const first = panorama.levels.findIndex(({ width }) => width > previewWidth)
    this.#first = first === -1 ? panorama.levels.length : first
    this.#previewDensity = this.#density(previewWidth)
  }

  readonly #previewDensity: number

  /** The tiles for a sharp picture, those in the middle of the view first. */
  tilesIn(visibleRegion: VisibleRegion): Tile[] {
    for (let pixels = visibleRegion.pixelsPerUnit; ; pixels /= Math.SQRT2) {
      const tiles = this.#tilesFor({ ...visibleRegion, pixelsPerUnit: pixels })
      if (tiles.length > TILES_MAX) continue
      const cosines = new Map(tiles.map((tile) => [tile, cosineTo(visibleRegion, tile)]))
      return tiles.sort((a, b) => (cosines.get(b) ?? 0) - (cosines.get(a) ?? 0))
    }
  }

  /** The larger tile that contains this one. */
  parentOf({ level, column, row }: Tile): Tile | undefined {
    return level > this.#first ? this.tile(level - 1, column >> 1, row >> 1) : undefined
  }

  tile(level: number, column: number, row: number): Tile {
    const key = `${level}/${column}/${row}`
    const known = this.#tiles.get(key)
    if (known) return known
    const area = this.#areaOf(this.#level(level), column, row)
    const [x, y] = [(area.left + area.right) / 2, (area.top + area.bottom) / 2]
    const centre = this.#surface.toWorld({ x, y })
    const tile = { key, level, column, row, area, centre, box: this.#boxOf(area) }
    this.#tiles.set(key, tile)
    return tile
  }

  #tilesFor(visibleRegion: VisibleRegion): Tile[] {
    const found: Tile[] = []
    const visit = (level: number, column: number, row: number) => {
      const { columns, rows, width } = this.#level(level)
      if (column >= columns || row >= rows) return
      const tile = this.tile(level, column, row)
      if (!visibleRegion.frustum.intersectsBox(tile.box)) return
      const needed = this.#neededDensity(visibleRegion, tile)
      if (this.#previewDensity >= needed) return
      if (this.#density(width) >= needed || level === this.#panorama.levels.length - 1) {
        found.push(tile)
        return
      }
      for (const x of [0, 1]) for (const y of [0, 1]) visit(level + 1, column * 2 + x, row * 2 + y)
    }
    const first = this.#panorama.levels[this.#first]
    if (!first) return []
    for (let row = 0; row < first.rows; row += 1)
      for (let column = 0; column < first.columns; column += 1) visit(this.#first, column, row)
    return found
  }

  /** The perspective stretches the sphere at the borders of the view: by 1/cos² in the direction away from the middle, by 1/cos across it. */
  #neededDensity(visibleRegion: VisibleRegion, tile: Tile): number {
    if (!this.#surface.isSphere) return visibleRegion.pixelsPerUnit
    return (
      visibleRegion.pixelsPerUnit / Math.max(cosineTo(visibleRegion, tile), visibleRegion.cornerCosine) ** 1.5
    )
  }

  /** The number of pixels for one unit of the surface in a picture of this width. */
  #density(width: number): number {
    const { left, right } = this.#surface.picture
    return width / (right - left)
  }

  #level(index: number): TileLevel {
    const level = this.#panorama.levels[index]
    if (!level) throw new RangeError(`No level ${index}`)
    return level
  }

  #areaOf({ width, height }: TileLevel, column: number, row: number): Area {
    const { left, top, right, bottom } = this.#surface.picture
    const x = (pixel: number) => left + ((right - left) * Math.min(width, pixel)) / width
    const y = (pixel: number) => top + ((bottom - top) * Math.min(height, pixel)) / height
    return {
      left: x(column * TILE_SIZE),
      right: x((column + 1) * TILE_SIZE),
      top: y(row * TILE_SIZE),
      bottom: y((row + 1) * TILE_SIZE),
    }
  }

  #boxOf({ left, top, right, bottom }: Area): Box3 {
    const box = new Box3()
    const point = new Vector3()
    const share = (index: number) => index / (BOX_POINTS - 1)
    for (let row = 0; row < BOX_POINTS; row += 1)
      for (let column = 0; column < BOX_POINTS; column += 1) {
        const x = left + (right - left) * share(column)
        const y = top + (bottom - top) * share(row)
        box.expandByPoint(this.#surface.toWorld({ x, y }, point))
      }
    return box.expandByScalar(BOX_MARGIN)
  }
}

/** The cosine of the angle between the middle of the view and the tile. A tile near the middle has a large value. */
function cosineTo({ position, ahead }: VisibleRegion, { centre }: Tile): number {
  return centre.clone().sub(position).normalize().dot(ahead)
}
