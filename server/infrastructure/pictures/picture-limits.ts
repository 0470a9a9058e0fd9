import type { Metadata } from 'sharp'
import { ImageRefused } from './image-refused.ts'
import { hasMeasuredValues } from './measured-values.ts'

/** Maximum side of an image, in pixels. A JPEG's sides cannot be longer, and a row must fit into memory. */
const SIDE_MAX = 65_535

/** Maximum memory for images that cannot be decoded row by row, in bytes. */
const WHOLE_DECODE_BYTES_MAX = 400_000_000

/** The same for HEIC, because phones write 50 megapixels with 8 bits. */
const HEIC_BYTES_MAX = 550_000_000

/** How much a HEIC's coded parts may exceed it, in pixels a side: they are whole blocks or tiles. */
const PADDING = 1024

/** @throws ImageRefused for an image that would take too much time or memory */
export function refuseTooLarge(metadata: Metadata, maxPixels: number): void {
  const { width, height } = metadata
  if (width * height > maxPixels) {
    const values = { width, height, max: maxPixels / 1e6 }
    throw new ImageRefused('too_large', { code: 'too_many_pixels', values })
  }
  if (Math.max(width, height) > SIDE_MAX) {
    throw new ImageRefused('too_large', { code: 'side_too_long', values: { max: SIDE_MAX } })
  }
  refuseTooMuchMemory(metadata)
}

/** @throws ImageRefused for an image that would take too much memory, because it cannot be decoded row by row */
export function refuseTooMuchMemory(metadata: Metadata): void {
  if (metadata.width * metadata.height * wholeDecodeBytes(metadata) > bytesMax(metadata)) {
    throw new ImageRefused('too_large', { code: 'decoded_too_large', values: {} })
  }
}

/** Maximum pixels of the coded parts of a HEIC or an AVIF. The visible part of them can be small (`clap`). */
export function codedPixelsMax(metadata: Metadata): number {
  const padded = (metadata.width + PADDING) * (metadata.height + PADDING)
  return Math.max(padded, Math.floor(bytesMax(metadata) / wholeDecodeBytes(metadata)))
}

function bytesMax({ compression }: Metadata): number {
  return compression === 'hevc' ? HEIC_BYTES_MAX : WHOLE_DECODE_BYTES_MAX
}

/**
 * The measured memory per pixel, in bytes, if the format cannot be decoded row by row, otherwise 0. It is the worst case if it depends on
 * properties missing in the metadata: a lossy WebP takes half of a lossless one, and only a TIFF with separate planes is decoded as a
 * whole. The coefficients of a progressive JPEG have 16 bits each.
 */
function wholeDecodeBytes(metadata: Metadata): number {
  const { format, compression, isProgressive, channels, depth } = metadata
  const pixel = channels * (SAMPLE_BYTES[depth] ?? 8)
  if (compression === 'hevc') return (depth === 'uchar' ? 8 : 14) + pixel
  if (format === 'heif') return depth === 'uchar' ? 18 : 26
  if (format === 'gif' || format === 'webp') return 5
  // Measured values are in memory three times, and once as grey.
  if (format === 'tiff') return hasMeasuredValues(metadata) ? pixel * 2.5 + 1 : pixel * 1.5
  if (!isProgressive) return 0
  return format === 'jpeg' ? channels * 2 : pixel
}

const SAMPLE_BYTES: Partial<Record<Metadata['depth'], number>> = { uchar: 1, ushort: 2, float: 4 }
