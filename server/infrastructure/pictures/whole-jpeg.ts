import { type FileHandle, open } from 'node:fs/promises'
import { tagsOfBlock } from '#server/infrastructure/exif/read-tags.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP0 = 0xe0
const APP1 = 0xe1
const APP14 = 0xee
const PROGRESSIVE = [0xc2, 0xca]
/** The frame markers: the others of this range define tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Markers without a length. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= EOI)
/** What may follow 0xff within a scan: a stuffed zero, a restart marker, a fill byte. */
const isInScan = (byte: number) => byte === 0 || (byte >= 0xd0 && byte <= 0xd7) || byte === 0xff
/** The header of a baseline scan: all coefficients, at once. */
const ALL_COEFFICIENTS = Buffer.from([0, 63, 0])
/** Maximum segments of a real file. */
const SEGMENTS_MAX = 10_000

/** A JPEG with the same picture as the file. */
interface WholeJpeg {
  bytes?: Buffer | undefined
  /** The first dropped block of EXIF data. */
  exif?: Buffer | undefined
}

/**
 * The JPEG without what viewers ignore, and libjpeg only warns of: stray bytes between segments and scans, zeros in the header of a scan,
 * an unknown version or transform of an application. The scans are unchanged, so the decoder still refuses damaged ones.
 *
 * @param withoutExif true to drop the EXIF data, too, except for the orientation
 * @returns no bytes if there is nothing to drop, if the file ends in a segment, or if it has too many: the decoder then reads the file
 *   itself
 * @see ITU-T T.81, annex B
 */
export async function wholeJpeg(path: string, withoutExif = false): Promise<WholeJpeg> {
  const file = await open(path)
  try {
    if (!withoutExif && (await isTidy(file))) return {}
    const { bytes, exif } = tidy(await file.readFile(), withoutExif)
    const orientation = exif && (await orientationIn(exif))
    return { bytes: bytes && orientation ? withOrientation(bytes, orientation) : bytes, exif }
  } finally {
    await file.close()
  }
}

/** @see EXIF 3.0, tag 0x0112 Orientation */
const ORIENTATION = 0x0112

async function orientationIn(exif: Buffer): Promise<number | undefined> {
  const wanted = new Set([ORIENTATION])
  const value = (await tagsOfBlock(exif, wanted, wanted))?.picture.get(ORIENTATION)
  const number = typeof value === 'object' ? value[0] : undefined
  return number !== undefined && number >= 1 && number <= 8 ? number : undefined
}

/** Adds EXIF data with the orientation only, which turns all derivatives. @see EXIF 3.0, 4.5.4 and 4.7.2 */
function withOrientation(bytes: Buffer, orientation: number): Buffer {
  const segment = Buffer.alloc(36)
  segment.writeUInt16BE(0xff00 + APP1, 0)
  segment.writeUInt16BE(segment.length - 2, 2)
  segment.write('Exif\0\0MM\0*', 4, 'latin1')
  // The first directory follows, with one entry: a single 16-bit number.
  segment.writeUInt32BE(8, 14)
  for (const [index, value] of [1, ORIENTATION, 3, 0, 1, orientation].entries())
    segment.writeUInt16BE(value, 18 + index * 2)
  return Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)])
}

/** True if nothing must be dropped before the only scan. Reads only segment headers. */
async function isTidy(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  const bytes = Buffer.alloc(20)
  const frame = { isProgressive: false, components: 0 }
  let at = 2
  for (let segments = 0; segments < SEGMENTS_MAX && at < size; segments += 1) {
    const { bytesRead } = await file.read(bytes, 0, bytes.length, at)
    const [first = 0, marker = 0] = bytes
    if (bytesRead < 4) return true
    if (first !== 0xff) return false
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0 || isBare(marker)) return marker === EOI
    const segment = bytes.subarray(4, bytesRead)
    noteFrame(frame, marker, segment)
    if (isOdd(marker, segment, frame)) return false
    // Scans after the first one may have something between them.
    if (marker === SOS) return !frame.isProgressive && (segment[0] ?? 0) >= frame.components
    at += 2 + bytes.readUInt16BE(2)
  }
  return true
}

interface Frame {
  isProgressive: boolean
  components: number
}

function noteFrame(frame: Frame, marker: number, segment: Buffer) {
  if (!isFrame(marker)) return
  frame.isProgressive = PROGRESSIVE.includes(marker)
  frame.components = segment[5] ?? 0
}

/** @param segment the first bytes after its length */
function isOdd(marker: number, segment: Buffer, { isProgressive }: Frame): boolean {
  if (marker === APP0) return isJfif(segment) && segment[5] !== 1
  if (marker === APP14) return isAdobe(segment) && (segment[11] ?? 0) > YCCK
  if (marker !== SOS || isProgressive) return false
  const end = 1 + 2 * (segment[0] ?? 0)
  return !segment.subarray(end, end + 3).equals(ALL_COEFFICIENTS)
}

const isJfif = (segment: Buffer) => segment.subarray(0, 5).equals(Buffer.from('JFIF\0'))
const isExif = (segment: Buffer) => segment.subarray(0, 6).equals(Buffer.from('Exif\0\0'))
const isAdobe = (segment: Buffer) =>
  segment.length >= 12 && segment.subarray(0, 5).equals(Buffer.from('Adobe'))
/** Adobe's transforms: of three components, and of four. The third one, 0, is none. */
const YCBCR = 1
const YCCK = 2

/** @returns no bytes if nothing was dropped or corrected, if a segment exceeds the file, or if there are too many */
function tidy(bytes: Buffer, withoutExif: boolean): WholeJpeg {
  const parts = [bytes.subarray(0, 2)]
  const frame = { isProgressive: false, components: 0 }
  let exif: Buffer | undefined
  let components: number | undefined
  let isChanged = false
  let at = 2
  let segments = 0
  while (at < bytes.length) {
    const begin = bytes.indexOf(0xff, at)
    if (begin < 0) break
    const marker = bytes[begin + 1]
    if (marker === undefined) break
    if (begin > at) isChanged = true
    at = begin + 1
    if (marker === 0xff) continue
    at += 1
    if (marker === EOI) {
      parts.push(bytes.subarray(begin, at))
      break
    }
    if (marker === SOI) {
      // No viewer shows a picture that begins twice, and the decoder refuses it.
      parts.push(bytes.subarray(begin, at))
      continue
    }
    if (marker === 0 || isBare(marker)) {
      isChanged = true
      continue
    }
    segments += 1
    if (at + 2 > bytes.length || segments > SEGMENTS_MAX) return {}
    const end = at + bytes.readUInt16BE(at)
    if (end > bytes.length || end < at + 2) return {}
    const segment = bytes.subarray(at + 2, end)
    noteFrame(frame, marker, segment)
    if (withoutExif && marker === APP1 && isExif(segment)) {
      isChanged = true
      exif ??= segment
    } else if (isOdd(marker, segment, frame)) {
      isChanged = true
      components ??= findComponents(bytes)
      parts.push(bytes.subarray(begin, at + 2), corrected(marker, segment, components))
    } else parts.push(bytes.subarray(begin, end))
    at = end
    if (marker !== SOS) continue
    at = endOfScan(bytes, end)
    parts.push(bytes.subarray(end, at))
  }
  return { bytes: isChanged ? Buffer.concat(parts) : undefined, exif }
}

/** What the decoder assumes anyway, after a warning. */
function corrected(marker: number, segment: Buffer, components: number): Buffer {
  const copy = Buffer.from(segment)
  if (marker === APP0) copy[5] = 1
  else if (marker === APP14) copy[11] = components === 4 ? YCCK : YCBCR
  else ALL_COEFFICIENTS.copy(copy, 1 + 2 * (segment[0] ?? 0))
  return copy
}

/** The number of components in the frame, which follows the application segments. */
function findComponents(bytes: Buffer): number {
  for (let at = bytes.indexOf(0xff); at >= 0 && at + 9 < bytes.length; at = bytes.indexOf(0xff, at + 1))
    if (isFrame(bytes[at + 1] ?? 0) && bytes.readUInt16BE(at + 2) === 8 + 3 * (bytes[at + 9] ?? 0))
      return bytes[at + 9] ?? 0
  return 0
}

/** The next marker that is not part of the scan. */
function endOfScan(bytes: Buffer, begin: number): number {
  let at = bytes.indexOf(0xff, begin)
  while (at >= 0 && isInScan(bytes[at + 1] ?? EOI))
    at = bytes.indexOf(0xff, at + (bytes[at + 1] === 0xff ? 1 : 2))
  return at < 0 ? bytes.length : at
}
