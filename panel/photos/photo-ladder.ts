import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'

/** One picture of a photo, with its width in pixels. */
export interface Rung {
  url: string
  width: number
}

/** The derivatives from the smallest to the largest one. */
const RISING = [...DERIVATIVE_WIDTHS].sort((a, b) => a - b)
const LARGEST = Math.max(...DERIVATIVE_WIDTHS)

/**
 * The pictures of a photo to load one after the other, each with more pixels than the previous one: thumbnail, 1280, 2560, original. The
 * original is included only if more pixels are needed than the largest derivative has. Empty for a point cloud.
 *
 * @param needed the width of the whole picture on the screen, in device pixels
 */
export function ladder({ url, width }: Photo, needed: number): Rung[] {
  if (width === null) return []
  // A derivative is never larger than the original, so a small photo has the same picture at several widths.
  const useful = RISING.filter((_, index) => index === 0 || (RISING[index - 1] ?? 0) < width)
  const rungs = useful.map((rung) => ({ url: `${url}?w=${rung}`, width: Math.min(rung, width) }))
  const needsOriginal = width > LARGEST && needed > LARGEST
  return needsOriginal ? [...rungs, { url, width }] : rungs
}

/** The address of the picture that is loaded ahead for a neighbour of the open photo; undefined for a point cloud. */
export function aheadUrl(photo: Photo): string | undefined {
  return ladder(photo, 0)[1]?.url ?? ladder(photo, 0)[0]?.url
}
