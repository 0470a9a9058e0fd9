import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'

const LARGE_WIDTH = Math.max(...DERIVATIVE_WIDTHS)
/** Of the pictures made of each photo, those that a grid may need: up to some 600 pixels wide, and twice that. */
const GRID_WIDTHS = DERIVATIVE_WIDTHS.filter((width) => width < LARGE_WIDTH)

/** What a point cloud's tile and a photo of unknown size look like. */
const USUAL_RATIO = 4 / 3
/** Photos that are longer or taller than this are cut in a grid, so that no tile becomes a ribbon. */
const RATIO_MIN = 0.6
const RATIO_MAX = 2.2

/** Up to as many photos stand in one row. */
const ONE_ROW = 3
/** The height of a row of many photos as a share of the grid's width: four of the usual 3:2 fit, with their gaps. */
const ROW_SHARE = 0.158
/** The height of the largest row, as a share of the room it has. */
const ROW_SHARE_MAX = 0.44

/** The picture that fills a screen; empty for point clouds, which have none. */
export function largeUrl(photo: Photo): string {
  return photo.thumb_url === null ? '' : `${photo.url}?w=${LARGE_WIDTH}`
}

/** The pictures among which the browser chooses for a grid, as `srcset` wants them. */
export function gridSources(photo: Photo): string {
  return GRID_WIDTHS.map((width) => `${photo.url}?w=${width} ${width}w`).join(', ')
}

/** Width by height of a photo's tile in a grid. */
export function tileRatio({ width, height }: Photo): number {
  if (width === null || height === null) return USUAL_RATIO
  return Math.min(RATIO_MAX, Math.max(RATIO_MIN, width / height))
}

/**
 * How high a row of a grid begins, as a share of the grid's width. A few photos share one row, as large as it lets them be;
 * `room` is what of its width is theirs.
 */
export function rowShare(photos: Photo[], room: number): number {
  if (photos.length === 0 || photos.length > ONE_ROW) return ROW_SHARE
  const breadth = photos.reduce((sum, photo) => sum + tileRatio(photo), 0)
  return Math.min(ROW_SHARE_MAX * room, room / breadth)
}
