/** Segments of a JPEG that only say how its pixels are coded: JFIF, the colours by Adobe, and those of its frames. */
const CODING_SEGMENTS = new Set([0xe0, 0xee, 0xdb, 0xc0, 0xc1, 0xc2, 0xc4, 0xdd, 0xda])

/** Chunks of a WebP that only have pixels. */
const CODING_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])

/** The names of the parts of a JPEG or WebP that say something besides the pixels. @throws Error for another format */
export function partsBesidePixels(picture: Buffer): string[] {
  if (picture.readUInt16BE(0) === 0xffd8) return jpegParts(picture)
  if (picture.toString('latin1', 8, 12) === 'WEBP') return webpParts(picture)
  throw new Error('It is neither JPEG nor WebP.')
}

/** @see ITU-T T.81, annex B */
function jpegParts(picture: Buffer): string[] {
  const parts: string[] = []
  for (let at = 2; picture.readUInt8(at) === 0xff; at += 2 + picture.readUInt16BE(at + 2)) {
    const marker = picture.readUInt8(at + 1)
    const isJfif = marker !== 0xe0 || picture.toString('latin1', at + 4, at + 8) === 'JFIF'
    if (!(CODING_SEGMENTS.has(marker) && isJfif)) parts.push(`segment ${marker.toString(16)}`)
    // The pixels follow, without a length.
    if (marker === 0xda) break
  }
  return parts
}

/** @see https://www.rfc-editor.org/rfc/rfc9649 */
function webpParts(picture: Buffer): string[] {
  const parts: string[] = []
  for (let at = 12; at + 8 <= picture.length; ) {
    const type = picture.toString('latin1', at, at + 4)
    const length = picture.readUInt32LE(at + 4)
    if (!CODING_CHUNKS.has(type)) parts.push(`chunk ${type}`)
    at += 8 + length + (length % 2)
  }
  return parts
}
