import type { FindingShape } from '#domain/findings/finding-shape.ts'
import type { SphereArea } from '#domain/pictures/panorama.ts'
import type { Region } from '#server/features/reports/pdf/report-document.ts'

/** The margin around a mark, as a fraction of its size. */
const SPACE = 0.35
/** The smallest region, as a fraction of the photo's width. */
const REGION_MIN = 0.1

type Place = [number, number]

/**
 * The outline of a mark in fractions of the photo. On a sphere it continues beyond the border at the seam.
 *
 * @param sphere the part of the sphere that the photo shows; undefined for a flat photo
 */
export function outlineOf(
  shape: FindingShape,
  size: { width: number; height: number },
  sphere: SphereArea | undefined,
): Place[] | undefined {
  if (shape.on === 'image') return shape.kind === 'box' ? boxOf(shape.points) : shape.points
  if (!sphere) return undefined
  const { full_width, full_height } = sphere
  // They count from the photo's centre, which on a partial sphere is not the sphere's.
  const onPhoto = ([longitude, latitude]: Place): Place => [
    0.5 + ((longitude / 360) * full_width) / size.width,
    0.5 - ((latitude / 180) * full_height) / size.height,
  ]
  const points = unwrap(shape.points, shape.kind === 'box').map(onPhoto)
  return shape.kind === 'box' ? boxOf(points) : points
}

/** The outline at every place where the photo shows part of it: the left and right borders of a whole sphere coincide. */
export function drawnOutlines(outline: Place[], isWholeSphere: boolean): Place[][] {
  if (!isWholeSphere) return [outline]
  const across = outline.map(([x]) => x)
  return [-1, 0, 1]
    .filter((turn) => Math.max(...across) + turn > 0 && Math.min(...across) + turn < 1)
    .map((turn) => outline.map(([x, y]): Place => [x + turn, y]))
}

/**
 * The part of a photo around a mark, in fractions of the photo, with `ratio` of width to height in pixels.
 *
 * @param isWholeSphere true if the region may continue at the other border
 */
export function regionAround(
  outline: Place[],
  size: { width: number; height: number },
  ratio: number,
  isWholeSphere: boolean,
): Region {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const wanted = {
    width: Math.max((right - left) * (1 + 2 * SPACE), REGION_MIN) * size.width,
    height: (bottom - top) * (1 + 2 * SPACE) * size.height,
  }
  const most = Math.min(size.width, size.height * ratio)
  const pixels = Math.min(most, Math.max(wanted.width, wanted.height * ratio))
  const [width, height] = [pixels / size.width, pixels / ratio / size.height]
  const inside = (start: number, length: number) => Math.min(Math.max(start, 0), 1 - length)
  const begin = (left + right - width) / 2
  return {
    left: isWholeSphere ? begin : inside(begin, width),
    top: inside((top + bottom - height) / 2, height),
    width,
    height,
  }
}

function boxOf(corners: Place[]): Place[] {
  const [[left, top] = [0, 0], [right, bottom] = [0, 0]] = corners
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

/** The same places with continuous longitudes at the seam: each takes the shorter way from the previous one; boxes go right. */
function unwrap(points: Place[], isBox: boolean): Place[] {
  const result: Place[] = []
  for (const [longitude, latitude] of points) {
    const before = result.at(-1)?.[0] ?? longitude
    const step = (((longitude - before) % 360) + 540) % 360
    const way = isBox ? (((longitude - before) % 360) + 360) % 360 : step - 180
    result.push([before + way, latitude])
  }
  return result
}
