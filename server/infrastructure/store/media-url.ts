import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import { type PixelSize, thumbnailWidth } from '#domain/pictures/photo-derivatives.ts'

const THUMBNAIL_WIDTH = Math.min(...DERIVATIVE_WIDTHS)

/** The address of a stored file. */
export function mediaUrl(key: string): string {
  return `/media/${key}`
}

/** The address of an image's smallest derivative. @param photo the size of a photo, which may need a larger one */
export function thumbnailUrl(key: string, photo?: PixelSize): string {
  return `${mediaUrl(key)}?w=${photo ? thumbnailWidth(photo) : THUMBNAIL_WIDTH}`
}
