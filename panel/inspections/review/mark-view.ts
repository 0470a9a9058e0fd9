import type { ShapePoint } from '#domain/findings/finding-shape.ts'
import type { PhotoScale } from '#domain/findings/photo-scale.ts'

interface Size {
  width: number
  height: number
}

/** Where a picture lies in its place, in CSS pixels. */
export interface PlacedView extends Size {
  left: number
  top: number
}

/** How much of its place a mark fills, so that one sees what is around it. */
const MARK_SHARE = 0.35
/** How many times larger than the whole photo a mark is shown at most; a point has no size of its own. */
const ZOOM_MAX = 6
const POINT_ZOOM = 3
/** One pixel of the picture is at most so many CSS pixels. */
const PIXEL_MAX = 2

/** The whole picture in the middle of its place. @param covers true if it fills its place, and its borders may be cut off */
export function wholeView(picture: Size, place: Size, covers = false): PlacedView {
  const scale = covers ? coverScale(picture, place) : fitScale(picture, place)
  return placed(picture, place, scale, { x: picture.width / 2, y: picture.height / 2 })
}

/**
 * The picture with its mark in the middle, as large as the place allows, but no margin where the picture could be.
 *
 * @param covers true if the picture is large enough that its place never has a margin
 * @param points those of the mark, as fractions of the picture; without any, the whole picture is shown
 */
export function markView(
  points: readonly ShapePoint[],
  picture: Size,
  place: Size,
  covers = false,
): PlacedView {
  const xs = points.map(([x]) => x * picture.width)
  const ys = points.map(([, y]) => y * picture.height)
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const fit = fitScale(picture, place)
  if (points.length === 0 || fit === 0) return wholeView(picture, place, covers)
  const isPoint = right === left && bottom === top
  const wanted = isPoint
    ? POINT_ZOOM * fit
    : MARK_SHARE * Math.min(place.width / (right - left), place.height / (bottom - top))
  const least = covers ? coverScale(picture, place) : fit
  const scale = Math.max(least, Math.min(wanted, ZOOM_MAX * fit, PIXEL_MAX))
  return placed(picture, place, scale, { x: (left + right) / 2, y: (top + bottom) / 2 })
}

function fitScale(picture: Size, place: Size): number {
  return Math.min(place.width / picture.width, place.height / picture.height)
}

function coverScale(picture: Size, place: Size): number {
  return Math.max(place.width / picture.width, place.height / picture.height)
}

function placed(picture: Size, place: Size, scale: number, middle: { x: number; y: number }): PlacedView {
  const width = picture.width * scale
  const height = picture.height * scale
  return {
    width,
    height,
    left: offset(width, place.width, middle.x * scale),
    top: offset(height, place.height, middle.y * scale),
  }
}

/** A picture that is smaller than its place is in its middle; a larger one covers it. */
function offset(picture: number, place: number, middle: number): number {
  if (picture <= place) return (place - picture) / 2
  return Math.min(0, Math.max(place - picture, place / 2 - middle))
}

/** How long a scale bar is at most, as a share of its place. */
const BAR_SHARE = 0.3

/**
 * The longest bar of a round length that has room in the place: 1, 2 or 5, and zeros.
 *
 * @param picture the size in which the photo is shown, in CSS pixels
 * @returns undefined if the line of known length is not a line in this size
 */
export function scaleBarOf(
  { from, to, mm }: PhotoScale,
  picture: Size,
  place: Size,
): { mm: number; width: number } | undefined {
  const pixels = Math.hypot((to[0] - from[0]) * picture.width, (to[1] - from[1]) * picture.height)
  const longest = (mm / pixels) * place.width * BAR_SHARE
  if (!Number.isFinite(longest) || longest <= 0) return undefined
  const power = 10 ** Math.floor(Math.log10(longest))
  const digit = [5, 2, 1].find((each) => each * power <= longest) ?? 1
  return { mm: digit * power, width: (digit * power * pixels) / mm }
}
