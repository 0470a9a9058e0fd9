import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import { derivativeSize, thumbnailWidth } from '#domain/pictures/photo-derivatives.ts'

const [, ...SMALLER_WIDTHS] = DERIVATIVE_WIDTHS
const SMALLEST_WIDTH = Math.min(...DERIVATIVE_WIDTHS)

/** The aspect ratio of the tile of a point cloud, and of a photo of unknown size. */
const USUAL_RATIO = 4 / 3
/** The limits of the aspect ratio of a tile. The grid crops photos that are longer or taller. */
const RATIO_MIN = 0.6
const RATIO_MAX = 2.2

/** A grid with at most this number of photos has one row. */
const ONE_ROW = 4
/** The height of a row of many photos as a share of the grid's width: four 3:2 photos fit, with their gaps. */
const ROW_SHARE = 0.158
/** The maximum height of a row, as a share of its width. */
const ROW_SHARE_MAX = 0.36
/** The part of the width that the photos of one row fill; the rest is for gaps and rounding. */
const ROW_WIDTH = 0.97
/** The limits of the height of a row, in CSS pixels. */
const ROW_MIN_PX = 148
const ROW_MAX_PX = 560

/**
 * The derivatives for a grid, as a value of `srcset`: tiles are up to about 600 pixels wide, or twice that on dense screens. Very tall and wide
 * photos, of which a tile shows a part, need the largest one, too.
 */
export function gridSources(photo: Photo): string {
  const { url, width, height } = photo
  if (width === null || height === null) return ''
  const size = { width, height }
  const names = thumbnailWidth(size) > SMALLEST_WIDTH ? DERIVATIVE_WIDTHS : SMALLER_WIDTHS
  return names.map((name) => `${url}?w=${name} ${derivativeSize(size, name).width}w`).join(', ')
}

/**
 * The width of a picture that covers a place of another aspect ratio, as a value of `sizes`: of a photo that is much longer, only a part is
 * seen.
 *
 * @param place the width of the place, as a CSS length
 * @param ratio the aspect ratio of the place
 */
export function coverSizes({ width, height }: Photo, place: string, ratio: number): string {
  if (width === null || height === null || width / height <= RATIO_MAX) return place
  return `calc(${(width / height / ratio).toFixed(3)} * ${place})`
}

/** The height of a row, as a CSS length. @param share the result of `rowShare` @param full the width of the grid as a CSS length */
export function rowHeight(share: number, full: '100cqw' | '100vw'): string {
  return `clamp(${ROW_MIN_PX}px, ${share} * ${full}, ${ROW_MAX_PX}px)`
}

/**
 * The width of a photo's tile, as a value of `sizes`. The browser could find it out by `auto`, but Chromium then never frees a lazy picture
 * that has left the page, and with it the whole page that it was on (measured with Chromium 156: 2,848 nodes for each visit of a turbine).
 */
export function tileSizes(photo: Photo, share: number): string {
  const ratio = tileRatio(photo)
  return coverSizes(photo, `calc(${ratio.toFixed(3)} * ${rowHeight(share, '100vw')})`, ratio)
}

/** The aspect ratio (width divided by height) of a photo's tile in a grid. */
export function tileRatio({ width, height }: Photo): number {
  if (width === null || height === null) return USUAL_RATIO
  return Math.min(RATIO_MAX, Math.max(RATIO_MIN, width / height))
}

/** The basic height of a row, as a share of the grid's width. A few photos share one row and are as large as possible in it. */
export function rowShare(photos: Photo[]): number {
  if (photos.length === 0 || photos.length > ONE_ROW) return ROW_SHARE
  const breadth = photos.reduce((sum, photo) => sum + tileRatio(photo), 0)
  return Math.min(ROW_SHARE_MAX, ROW_WIDTH / breadth)
}
