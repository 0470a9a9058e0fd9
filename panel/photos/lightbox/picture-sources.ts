import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import { derivativeSize, type PixelSize } from '#domain/pictures/photo-derivatives.ts'

/** One picture of a photo, with its width in pixels. */
export interface PictureSource {
  url: string
  width: number
}

/** A photo of which tiles are shown, and the width of the largest derivative below them, in pixels. */
interface TiledSource {
  photo: PixelSize & Pick<Photo, 'id' | 'sha256'>
  known: number
}

/** The derivatives from the smallest to the largest one. */
const WIDTHS_ASCENDING = [...DERIVATIVE_WIDTHS].sort((a, b) => a - b)
const LARGEST = DERIVATIVE_WIDTHS[0]

/**
 * The pictures of a photo to load one after the other, each with more pixels than the previous one: thumbnail, 1280, 2560, original. The
 * original is included only if more pixels are needed than the largest derivative has. Empty for a point cloud.
 *
 * @param needed the width of the whole picture on the screen, in device pixels
 * @param hasOriginal true if the browser shows the original as the derivatives
 */
export function pictureSources(photo: Photo, needed: number, hasOriginal: boolean): PictureSource[] {
  const { url } = photo
  const size = sizeInPixels(photo)
  if (!size) return []
  const derivatives = WIDTHS_ASCENDING.map((name) => ({
    url: `${url}?w=${name}`,
    width: derivativeSize(size, name).width,
  }))
  // A derivative is never larger than the original, so a small photo has the same picture at several widths.
  const useful = derivatives.filter(({ width }, index) => width !== derivatives[index - 1]?.width)
  return hasOriginal && needsMore(size, needed) ? [...useful, { url, width: size.width }] : useful
}

/**
 * The picture on which tiles of the photo are shown, because the view needs more pixels and the browser cannot show the original; undefined if it
 * is not needed.
 *
 * @param hasOriginal as in `pictureSources`
 */
export function tiledPhoto(photo: Photo, needed: number, hasOriginal: boolean): TiledSource | undefined {
  const size = sizeInPixels(photo)
  if (!size || hasOriginal || !needsMore(size, needed)) return undefined
  return {
    photo: { id: photo.id, sha256: photo.sha256, ...size },
    known: derivativeSize(size, LARGEST).width,
  }
}

function needsMore(size: PixelSize, needed: number): boolean {
  const { width } = derivativeSize(size, LARGEST)
  return size.width > width && needed > width
}

function sizeInPixels({ width, height }: Photo): PixelSize | undefined {
  return width === null || height === null ? undefined : { width, height }
}

/** The address of the picture that is loaded ahead for a neighbour of the open photo; undefined for a point cloud. */
export function aheadUrl(photo: Photo): string | undefined {
  const [smallest, next] = pictureSources(photo, 0, false)
  return next?.url ?? smallest?.url
}
