import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'

const LARGE_WIDTH = Math.max(...DERIVATIVE_WIDTHS)

/** The picture that fills a screen; empty for point clouds, which have none. */
export function largeUrl(photo: Photo): string {
  return photo.thumb_url === null ? '' : `${photo.url}?w=${LARGE_WIDTH}`
}
