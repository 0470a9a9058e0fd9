import type { Metadata } from 'sharp'
import { type TagValue, tagsOfBlock } from '#server/infrastructure/exif/read-tags.ts'

/** @see EXIF 3.0, tag 0x0112 Orientation */
const ORIENTATION = 0x0112
const WANTED = new Set([ORIENTATION])

/**
 * True if browsers turn a JPEG or PNG as the decoder does. Chromium and Firefox ignore an orientation that is not a single 16-bit number,
 * such as one of 32 bits, and the decoder does not. They also find an orientation in the EXIF directory, where the decoder does not look.
 * Of two, Chromium and the decoder read the first one, Firefox the last. So it must be there once and as the standard says, or not at all.
 */
export async function isTurnedByBrowsers({
  format,
  exif,
  orientation = 1,
}: Pick<Metadata, 'format' | 'exif' | 'orientation'>): Promise<boolean> {
  if (format !== 'jpeg' && format !== 'png') return true
  const tags = await tagsOfBlock(exif, WANTED, WANTED)
  const said = [tags?.picture.get(ORIENTATION), tags?.exif.get(ORIENTATION)]
  return said.every((value) => value === undefined || orientationIn(value) === orientation)
}

/** NaN if it violates the standard. Orientations other than 1 to 8 count as upright. */
function orientationIn([number]: TagValue): number {
  if (typeof number !== 'number' || Number.isNaN(number)) return Number.NaN
  return number >= 1 && number <= 8 ? number : 1
}
