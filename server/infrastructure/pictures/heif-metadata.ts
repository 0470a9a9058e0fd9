import { open } from 'node:fs/promises'
import type { Metadata } from 'sharp'

/** How much of the file is searched, in bytes. The properties of pictures stand at its beginning. */
const SEARCHED_BYTES = 256 * 1024

/** How the decoders of HEVC and AV1 are set up: each picture that is coded so has one. @see ISO/IEC 14496-15, 8.4.1; AV1 in ISOBMFF, 2.3 */
const [HEVC, AV1] = ['hvcC', 'av1C']

/**
 * What libvips says about a HEIC or an AVIF, corrected: it goes by the brand, and takes an AVIF of the brand `mif1`, which says neither, for a
 * HEIC. libheif turns both, and EXIF data only repeat that turn.
 *
 * @throws the error of the file system if the file cannot be read
 */
export async function heifMetadata(path: string, metadata: Metadata): Promise<Metadata> {
  const upright = { ...metadata, orientation: 1 }
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SEARCHED_BYTES), 0, SEARCHED_BYTES, 0)
  const begin = buffer.subarray(0, bytesRead)
  if (!begin.includes(AV1) || begin.includes(HEVC)) return upright
  return { ...upright, compression: 'av1', mediaType: 'image/avif' }
}
