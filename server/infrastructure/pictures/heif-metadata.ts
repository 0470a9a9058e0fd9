import { open } from 'node:fs/promises'
import type { Metadata } from 'sharp'

/** Searched bytes of the file. Picture properties are at its beginning. */
const SEARCHED_BYTES = 256 * 1024

/** The decoder configurations of HEVC and AV1: each picture of that codec has one. @see ISO/IEC 14496-15, 8.4.1; AV1 in ISOBMFF, 2.3 */
const [HEVC, AV1] = ['hvcC', 'av1C']

/** A cropped picture, and a mirrored one. Chromium shows the whole picture, and mirrors in another order than the file says. */
const [CLEAN_APERTURE, MIRROR] = ['clap', 'imir']

/** The code points that all browsers show like the decoder. @see ITU-T H.273, tables 2 and 3 */
const CODED = 'nclx'
const [COMMON_PRIMARIES, COMMON_TRANSFERS] = [
  [1, 2, 9, 12],
  [1, 2, 6, 13, 14, 15],
]

/** libvips' metadata of a HEIC or an AVIF, corrected. */
interface HeifMetadata {
  metadata: Metadata
  /** True if browsers misread or ignore some of its properties. */
  isUncommon: boolean
}

/**
 * Corrects libvips' metadata of a HEIC or an AVIF: it goes by the brand, and takes an AVIF of the neutral brand `mif1` for a HEIC. libheif
 * turns both, and EXIF data only repeat that turn.
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
