import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'

const LARGE_WIDTH = Math.max(...DERIVATIVE_WIDTHS)
/** The derivatives that a grid uses: tiles are up to about 600 pixels wide, or twice that on dense screens. */
const GRID_WIDTHS = DERIVATIVE_WIDTHS.filter((width) => width < LARGE_WIDTH)

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

/** The derivatives for a grid, as a value of `srcset`. */
export function gridSources(photo: Photo): string {
  return GRID_WIDTHS.map((width) => `${photo.url}?w=${width} ${width}w`).join(', ')
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
  return `calc(${tileRatio(photo).toFixed(3)} * ${rowHeight(share, '100vw')})`
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
