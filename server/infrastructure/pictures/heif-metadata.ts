import { open } from 'node:fs/promises'
import type { Metadata } from 'sharp'

/** How much of the file is searched, in bytes. The properties of pictures stand at its beginning. */
const SEARCHED_BYTES = 256 * 1024

/** How the decoders of HEVC and AV1 are set up: each picture that is coded so has one. @see ISO/IEC 14496-15, 8.4.1; AV1 in ISOBMFF, 2.3 */
const [HEVC, AV1] = ['hvcC', 'av1C']

/** A part of the picture, and a mirrored one. Chromium shows the whole picture, and mirrors in another order than the file says. */
const [CLEAN_APERTURE, MIRROR] = ['clap', 'imir']

/** The code points that all browsers show as the decoder does. @see ITU-T H.273, tables 2 and 3 */
const CODED = 'nclx'
const [COMMON_PRIMARIES, COMMON_TRANSFERS] = [
  [1, 2, 9, 12],
  [1, 2, 6, 13, 14, 15],
]

/** What libvips says about a HEIC or an AVIF, corrected. */
interface HeifMetadata {
  metadata: Metadata
  /** True if it has properties that browsers read in another way, or not at all. */
  isUncommon: boolean
}

/**
 * Corrects what libvips says about a HEIC or an AVIF: it goes by the brand, and takes an AVIF of the brand `mif1`, which says neither, for a
 * HEIC. libheif turns both, and EXIF data only repeat that turn.
 *
 * @throws the error of the file system if the file cannot be read
 */
export async function heifMetadata(path: string, metadata: Metadata): Promise<HeifMetadata> {
  const upright = { ...metadata, orientation: 1 }
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SEARCHED_BYTES), 0, SEARCHED_BYTES, 0)
  const begin = buffer.subarray(0, bytesRead)
  if (!begin.includes(AV1) || begin.includes(HEVC)) return { metadata: upright, isUncommon: true }
  const isUncommon = begin.includes(CLEAN_APERTURE) || begin.includes(MIRROR) || !hasCommonCodes(begin)
  return { metadata: { ...upright, compression: 'av1', mediaType: 'image/avif' }, isUncommon }
}

function hasCommonCodes(begin: Buffer): boolean {
  for (let at = begin.indexOf(CODED); at >= 0 && at + 8 <= begin.length; at = begin.indexOf(CODED, at + 1)) {
    const [primaries, transfer] = [begin.readUInt16BE(at + 4), begin.readUInt16BE(at + 6)]
    if (!COMMON_PRIMARIES.includes(primaries) || !COMMON_TRANSFERS.includes(transfer)) return false
  }
  return true
}
