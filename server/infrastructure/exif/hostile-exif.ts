import { open } from 'node:fs/promises'
import { hasSplitExif } from './split-exif.ts'

/** Maximum EXIF block, in bytes: libexif reads no further. */
const BLOCK_BYTES_MAX = 65_534

/** Maximum directories to visit. A camera writes five: picture, EXIF, GPS, interoperability and thumbnail. */
const DIRECTORIES_MAX = 32

/** Maximum bytes of values to copy. In an honest block the values do not overlap, so they are no longer than it. */
const VALUE_BYTES_MAX = 8 * BLOCK_BYTES_MAX

/** Maximum blocks of a file. A camera writes some: its own, and those of its previews. */
const BLOCKS_MAX = 1000

/** Search chunk, in bytes. */
const PIECE_BYTES = 1024 * 1024

/** The signatures of a TIFF structure, which wraps EXIF data in every image format: the byte order, then 42. */
const HEADERS = ['II*\0', 'MM\0*'].map((header) => Buffer.from(header, 'latin1'))
const HEADER_BYTES = 8

/** The bytes of an entry: tag, type, count, and the value or its offset. */
const ENTRY_BYTES = 12

/** Tags that point at another directory: EXIF, GPS and interoperability. */
const POINTERS = [0x8769, 0x8825, 0xa005]

/** The bytes of one value, by type. @see TIFF 6.0, section 2 */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

/**
 * The trust in an image's EXIF data. A contradictory block has a back pointer, as a Kodak digital back writes it; a hostile one has more
 * than any camera writes.
 */
export type ExifTrust = 'honest' | 'contradictory' | 'hostile'

/**
 * Detects EXIF directories that point at each other repeatedly, or have overlapping values. libvips passes them to libexif, which follows
 * every pointer: 500 of them in 6 kB take minutes on each opening. This reads the file once and visits a bounded number of directories. It
 * searches for the structure itself, anywhere in a JPEG, PNG, WebP, TIFF or AVIF. Only AVIF can have it split, which counts as hostile,
 * too.
 *
 * @throws the error of the file system if the file cannot be read
 */
export async function judgeExif(path: string): Promise<ExifTrust> {
  await using file = await open(path, 'r')
  if (await hasSplitExif(file)) return 'hostile'
  let trust: ExifTrust = 'honest'
  const piece = Buffer.alloc(PIECE_BYTES + BLOCK_BYTES_MAX)
  let blocks = 0
  for (let at = 0; ; at += PIECE_BYTES) {
    const { bytesRead } = await file.read(piece, 0, piece.length, at)
    const found = piece.subarray(0, bytesRead)
    const isLast = bytesRead < piece.length
    // A block that begins in this chunk is in the buffer completely.
    const searched = isLast ? found : found.subarray(0, PIECE_BYTES + HEADER_BYTES - 1)
    for (const begin of beginsOf(searched)) {
      blocks += 1
      if (blocks > BLOCKS_MAX) return 'hostile'
      const block = found.subarray(begin, begin + BLOCK_BYTES_MAX)
      if (isShort(block, { follows: 'every pointer' })) continue
      if (!isShort(block, { follows: 'each directory once' })) return 'hostile'
      trust = 'contradictory'
    }
    if (isLast) return trust
  }
}

/** The positions of headers whose first directory can be in their block. */
function* beginsOf(bytes: Buffer): Generator<number> {
  for (const header of HEADERS) {
    const isBigEndian = header[0] === 0x4d
    for (let at = bytes.indexOf(header); at >= 0; at = bytes.indexOf(header, at + 1)) {
      if (at + HEADER_BYTES > bytes.length) break
      const first = isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)
      // Also a directory that begins inside the header: libexif reads it.
      if (first < BLOCK_BYTES_MAX) yield at
    }
  }
}

/** False if following the pointers takes more work than a camera's data can. */
function isShort(block: Buffer, { follows }: { follows: 'every pointer' | 'each directory once' }): boolean {
  const isBigEndian = block[0] === 0x4d
  const short = (at: number) => (isBigEndian ? block.readUInt16BE(at) : block.readUInt16LE(at))
  const long = (at: number) => (isBigEndian ? block.readUInt32BE(at) : block.readUInt32LE(at))
  const directories = [long(4)]
  let pointers = 1
  const add = (directory: number) => {
    pointers += 1
    if (follows === 'every pointer' || !directories.includes(directory)) directories.push(directory)
  }
  let valueBytes = 0
  // The list grows during the loop.
  for (const [index, directory] of directories.entries()) {
    if (directory + 2 > block.length) continue
    // A reader stops at the end of the block, whatever the count says.
    const count = Math.min(short(directory), Math.floor((block.length - directory - 2) / ENTRY_BYTES))
    const end = directory + 2 + count * ENTRY_BYTES
    for (let at = directory + 2; at < end; at += ENTRY_BYTES) {
      const value = long(at + 8)
      const bytes = (TYPE_BYTES[short(at + 2)] ?? 0) * long(at + 4)
      if (POINTERS.includes(short(at))) add(value)
      else if (bytes > 4 && value + bytes <= block.length) valueBytes += bytes
      if (pointers > DIRECTORIES_MAX || valueBytes > VALUE_BYTES_MAX) return false
    }
    // Only the thumbnail directory follows another.
    if (index === 0 && end + 4 <= block.length && long(end) > 0) add(long(end))
  }
  return true
}
