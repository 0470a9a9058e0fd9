import type { FindingShape, ShapePoint } from '#domain/findings/finding-shape.ts'
import { type Panorama, TILE_SIZE, type TileLevel } from '#domain/pictures/panorama.ts'
import type { SphereExtent } from '#panel/drawing/geometry/on-image.ts'
import { type Position, radians, wrapAngle } from '#panel/drawing/geometry/point.ts'
import { boundsOf, boxOutline, cornersOf } from '#panel/drawing/geometry/shapes.ts'
import { tileAddress } from '#panel/drawing/tiles/tile-address.ts'

/** The smallest angle that is shown in either direction, in degrees, so that what is around a small mark is seen too. */
const ANGLE_MIN = 30
/** How many times the size of a large mark is shown. */
const MARK_TIMES = 2
/** How many times the pixels of the photo are enlarged at most: more would show nothing more of the mark, and less of what is around it. */
const ENLARGED_MAX = 2
/** Toward the poles, the picture is made narrower up to this factor. */
const NARROWING_MIN = 0.25
/** A part that needs more tiles is shown with a lower resolution. */
const TILES_MAX = 48

interface Size {
  width: number
  height: number
}

/** A part of a sphere, drawn as a flat picture of this size in CSS pixels. */
export interface SpherePart extends Size {
  /** The middle, in degrees. */
  longitude: number
  latitude: number
  /** CSS pixels for one degree of longitude, and for one of latitude. */
  across: number
  down: number
}

/** A tile, or the picture of the whole photo, at its place in the part, in CSS pixels. */
export interface PlacedPicture extends Size {
  source: string
  left: number
  top: number
}

/**
 * The part of a sphere around a mark, as large as it fits into the frame. Beside each other, longitudes are as long as they are on the sphere
 * at the mark, so that it is not stretched.
 *
 * @param photo its size in pixels
 */
export function partAround(
  shape: FindingShape,
  photo: Pick<Panorama, 'height'>,
  extent: SphereExtent,
  frame: Size,
): SpherePart {
  const mark = boundsOf(shape)
  const narrowing = Math.max(NARROWING_MIN, Math.cos(radians(mark.y)))
  const ratio = frame.width / frame.height
  const wanted = Math.max(
    ANGLE_MIN,
    ANGLE_MIN / ratio,
    (frame.height * extent.latitude) / (photo.height * ENLARGED_MAX),
    MARK_TIMES * mark.height,
    (MARK_TIMES * mark.width * narrowing) / ratio,
  )
  const shown = {
    longitude: Math.min((wanted * ratio) / narrowing, extent.longitude),
    latitude: Math.min(wanted, extent.latitude),
  }
  const down = Math.min(frame.height / shown.latitude, frame.width / (shown.longitude * narrowing))
  const across = down * narrowing
  return {
    width: shown.longitude * across,
    height: shown.latitude * down,
    longitude: isWhole(extent) ? wrapAngle(mark.x) : inside(mark.x, shown.longitude, extent.longitude),
    latitude: inside(mark.y, shown.latitude, extent.latitude),
    across,
    down,
  }
}

/** The closed outline of a shape in the part; one position for a point. */
export function outlineOn(part: SpherePart, shape: FindingShape): Position[] {
  const corners = cornersOf(shape)
  const points = {
    point: () => corners,
    box: () => boxOutline(shape),
    polygon: () => [...corners, ...corners.slice(0, 1)],
  }[shape.kind]()
  let last = part.longitude
  return points.map(([longitude, latitude]) => {
    last += wrapAngle(longitude - last)
    return placeOn(part, [last, latitude])
  })
}

/** The picture of the whole photo where it lies below the part: twice if the part reaches over the seam of the sphere. */
export function wholeOn(part: SpherePart, extent: SphereExtent, source: string): PlacedPicture[] {
  const { longitude, latitude } = extent
  return turnsOf(extent).flatMap((turn) => {
    const picture = between(part, [turn - longitude / 2, latitude / 2], [turn + longitude / 2, -latitude / 2])
    return isIn(part, picture) ? { source, ...picture } : []
  })
}

/**
 * The tiles for a sharp picture of the part.
 *
 * @param pixelRatio device pixels for one CSS pixel
 * @param knownWidth the width of a picture that is shown already, in pixels; no tiles are needed if they are not sharper
 */
export function tilesOn(
  part: SpherePart,
  { levels, tile_url }: Pick<Panorama, 'levels' | 'tile_url'>,
  extent: SphereExtent,
  { pixelRatio, knownWidth }: { pixelRatio: number; knownWidth: number },
): PlacedPicture[] {
  const needed = part.down * pixelRatio * extent.latitude
  const sharp = levels.findIndex(({ height }) => height >= needed)
  for (let index = sharp === -1 ? levels.length - 1 : sharp; index >= 0; index -= 1) {
    const level = levels[index]
    if (!level || level.width <= knownWidth) return []
    const tiles = tilesOfLevel(part, level, extent)
    if (tiles.length > TILES_MAX) continue
    return tiles.map(({ column, row, ...place }) => ({
      ...place,
      source: tileAddress(tile_url, { level: index, column, row }),
    }))
  }
  return []
}

function tilesOfLevel(part: SpherePart, { width, height, columns, rows }: TileLevel, extent: SphereExtent) {
  const longitudeOf = (pixel: number) => (Math.min(pixel, width) / width - 0.5) * extent.longitude
  const latitudeOf = (pixel: number) => (0.5 - Math.min(pixel, height) / height) * extent.latitude
  const tiles: ({ column: number; row: number } & Omit<PlacedPicture, 'source'>)[] = []
  for (const turn of turnsOf(extent))
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1) {
        const place = between(
          part,
          [turn + longitudeOf(column * TILE_SIZE), latitudeOf(row * TILE_SIZE)],
          [turn + longitudeOf((column + 1) * TILE_SIZE), latitudeOf((row + 1) * TILE_SIZE)],
        )
        if (isIn(part, place)) tiles.push({ column, row, ...place })
      }
  return tiles
}

function placeOn(part: SpherePart, [longitude, latitude]: ShapePoint): Position {
  return {
    x: part.width / 2 + (longitude - part.longitude) * part.across,
    y: part.height / 2 + (part.latitude - latitude) * part.down,
  }
}

/** The rectangle between two corners, in whole pixels, so that there is no gap between two tiles. */
function between(part: SpherePart, upperLeft: ShapePoint, lowerRight: ShapePoint) {
  const [from, to] = [placeOn(part, upperLeft), placeOn(part, lowerRight)]
  const [left, top] = [Math.round(from.x), Math.round(from.y)]
  return { left, top, width: Math.round(to.x) - left, height: Math.round(to.y) - top }
}

function isIn(part: Size, { left, top, width, height }: Omit<PlacedPicture, 'source'>): boolean {
  return left < part.width && top < part.height && left + width > 0 && top + height > 0
}

function isWhole({ longitude }: SphereExtent): boolean {
  return longitude >= 360
}

/** By how many degrees the photo is repeated beside itself: a whole sphere goes on at its border. */
function turnsOf(extent: SphereExtent): number[] {
  return isWhole(extent) ? [-360, 0, 360] : [0]
}

/** The middle nearest to the wanted one at which the part does not reach over the border of the photo. */
function inside(middle: number, part: number, whole: number): number {
  const room = (whole - part) / 2
  return Math.min(room, Math.max(-room, middle))
}
