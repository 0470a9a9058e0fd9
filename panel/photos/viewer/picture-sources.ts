import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'

/** One picture of a photo, with its width in pixels. */
export interface PictureSource {
  url: string
  width: number
}

/** The derivatives from the smallest to the largest one. */
const WIDTHS_ASCENDING = [...DERIVATIVE_WIDTHS].sort((a, b) => a - b)
const LARGEST = Math.max(...DERIVATIVE_WIDTHS)

/**
 * The pictures of a photo to load one after the other, each with more pixels than the previous one: thumbnail, 1280, 2560, original. The
 * original is included only if more pixels are needed than the largest derivative has. Empty for a point cloud.
 *
 * @param needed the width of the whole picture on the screen, in device pixels
 */
export function pictureSources({ url, width }: Photo, needed: number): PictureSource[] {
  if (width === null) return []
  // A derivative is never larger than the original, so a small photo has the same picture at several widths.
  const useful = WIDTHS_ASCENDING.filter(
    (_, index) => index === 0 || (WIDTHS_ASCENDING[index - 1] ?? 0) < width,
  )
  const derivatives = useful.map((wide) => ({ url: `${url}?w=${wide}`, width: Math.min(wide, width) }))
  const needsOriginal = width > LARGEST && needed > LARGEST
  return needsOriginal ? [...derivatives, { url, width }] : derivatives
}

/** The address of the picture that is loaded ahead for a neighbour of the open photo; undefined for a point cloud. */
export function aheadUrl(photo: Photo): string | undefined {
  return pictureSources(photo, 0)[1]?.url ?? pictureSources(photo, 0)[0]?.url
}
