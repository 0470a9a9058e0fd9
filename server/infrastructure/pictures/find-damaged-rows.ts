import type { Metadata } from 'sharp'
import type { RejectionReason } from './image-refused.ts'
import type { Pixels } from './open-picture.ts'
import { isOutOfMemory } from './refuse-damaged.ts'

/** The number of equal strips of a damaged picture. */
const PARTS = 32

/** Maximum pixels of a picture read again, which takes up to five times as long as the first read. */
const PIXELS_MAX = 50_000_000

/**
 * The rows are downscaled to this many pixels a side: they do not fit into memory, and converting their colours takes longer than reading
 * them.
 */
const SIDE = 64

/** The formats that are read top to bottom. */
const READ_BY_ROW = ['jpeg', 'png', 'tiff']

/** Finds how much of a damaged picture is readable, from its top. */
export async function findDamagedRows(pixels: Pixels, metadata: Metadata): Promise<RejectionReason> {
  const { width, height, format, isProgressive } = metadata
  let readable = 0
  if (READ_BY_ROW.includes(format) && !isProgressive && width * height <= PIXELS_MAX) {
    for (let step = PARTS / 2; step >= 1; step /= 2) {
      const rows = Math.floor((height * (readable + step)) / PARTS)
      if (rows > 0 && (await canRead(pixels, width, rows))) readable += step
    }
  }
  if (readable === 0) return { code: 'image_data', values: {} }
  return { code: 'image_rows', values: { percent: Math.floor((readable / PARTS) * 100) } }
}

async function canRead(pixels: Pixels, width: number, rows: number): Promise<boolean> {
  try {
    const read = pixels.open().extract({ left: 0, top: 0, width, height: rows })
    await pixels.raw(read.resize(SIDE, SIDE, { fit: 'fill' }))
    return true
  } catch (error) {
    if (isOutOfMemory(error)) throw error
    return false
  }
}
