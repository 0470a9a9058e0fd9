import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'

const THUMBNAIL_WIDTH = Math.min(...DERIVATIVE_WIDTHS)

/** The address of a stored file. */
export function mediaUrl(key: string): string {
  return `/media/${key}`
}

/** The address of the smallest derivative of an image. */
export function thumbnailUrl(key: string): string {
  return `${mediaUrl(key)}?w=${THUMBNAIL_WIDTH}`
}
