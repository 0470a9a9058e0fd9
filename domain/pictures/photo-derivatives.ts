import { DERIVATIVE_WIDTHS, type DerivativeWidth } from '#domain/limits.ts'

/** A width and a height in pixels. */
export interface PixelSize {
  width: number
  height: number
}

/** Maximum height of a derivative, as a multiple of the width in its name. It bounds the memory for very tall images and pages. */
const MAX_HEIGHT_PER_WIDTH = 4

/** Minimum size of a thumbnail. Thumbnails are shown in places wider than tall. */
const THUMBNAIL_MIN: PixelSize = { width: 200, height: 100 }

/** The bounding box of a derivative. That of a very tall picture is narrower than its name says. */
export function derivativeBox(width: number): PixelSize {
  return { width, height: width * MAX_HEIGHT_PER_WIDTH }
}

/**
 * The size of a derivative. Each is made from the next larger one, and none is larger than the original.
 *
 * @param original the size of the photo after it is turned upright
 */
export function derivativeSize(original: PixelSize, width: DerivativeWidth): PixelSize {
  let pixels = { width: original.width, height: original.height }
  // Allocates no arrays, because lists of thousands of photos need these sizes.
  for (const each of DERIVATIVE_WIDTHS) {
    if (each < width) break
    pixels = fitInside(pixels, derivativeBox(each))
  }
  return pixels
}

/** The smallest derivative with enough pixels for a thumbnail, by name: of a whole blade, the smallest one has 39 columns or 20 rows. */
export function thumbnailWidth(original: PixelSize): DerivativeWidth {
  const hasEnough = (name: DerivativeWidth) => {
    const { width, height } = derivativeSize(original, name)
    if (width === original.width) return true
    return width >= THUMBNAIL_MIN.width && height >= THUMBNAIL_MIN.height
  }
  const [largest] = DERIVATIVE_WIDTHS
  return DERIVATIVE_WIDTHS.findLast(hasEnough) ?? largest
}

/** The largest size with the same aspect ratio that fits into the box, never enlarged. */
function fitInside({ width, height }: PixelSize, box: PixelSize): PixelSize {
  const shrinkage = Math.max(width / box.width, height / box.height, 1)
  return {
    width: Math.max(1, Math.round(width / shrinkage)),
    height: Math.max(1, Math.round(height / shrinkage)),
  }
}
