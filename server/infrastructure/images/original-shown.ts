import type { Metadata } from 'sharp'
import { ORIGINAL_SHOWN_PIXELS_MAX } from '#domain/limits.ts'

/**
 * True if every supported browser shows the file itself with the pixels of its derivatives. Browsers turn a JPEG by its EXIF orientation,
 * but Chromium does not turn a WebP, and not every browser turns a PNG. They apply colour profiles in all of these formats; above 8 bits
 * they differ. Derivatives are white where a picture is transparent, and the lightbox is dark.
 *
 * @see https://html.spec.whatwg.org/multipage/images.html#preparing-an-image-for-presentation
 */
export function isOriginalShown(metadata: Metadata): boolean {
  const { format, width, height, space, depth, pages = 1, orientation = 1, hasAlpha } = metadata
  if (width * height > ORIGINAL_SHOWN_PIXELS_MAX || depth !== 'uchar') return false
  if (space !== 'srgb' && space !== 'b-w') return false
  if (format === 'jpeg') return true
  const isAvif = format === 'heif' && metadata.compression === 'av1'
  if (format !== 'png' && format !== 'webp' && !isAvif) return false
  return pages === 1 && orientation === 1 && !hasAlpha
}
