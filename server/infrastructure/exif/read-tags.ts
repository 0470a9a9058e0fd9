import { open } from 'node:fs/promises'

/** Reads up to `length` bytes at a position, fewer at the end of the file. */
export type ReadBytes = (at: number, length: number) => Promise<Buffer>

/** The value of an entry: a text up to its first zero, or numbers. A fraction without a denominator is NaN or infinite. */
export type TagValue = string | number[]

/** The wanted values of a camera's three directories, by tag. */
export interface Tags {
  picture: ReadonlyMap<number, TagValue>
  exif: ReadonlyMap<number, TagValue>
  gps: ReadonlyMap<number, TagValue>
  isBigEndian: boolean
  /** The positions of 16-bit single-number values of the picture directory, in bytes. */
  places: ReadonlyMap<number, number>
}

/** Maximum entries read of a directory. A camera writes dozens. */
const ENTRIES_MAX = 1000

/** Maximum bytes read of a value. No wanted text or list of numbers is longer. */
const VALUE_BYTES_MAX = 1000

/** The tags that point at the other two directories. @see EXIF 3.0, 4.6.3 */
const EXIF_POINTER = 0x8769
const GPS_POINTER = 0x8825

const SHORT = 3
const TEXT_TYPES = [2, 7, 129]

/** The bytes of one value, by type: of TIFF 6.0, BigTIFF (13, 16 to 18) and EXIF 3.0 (129). */
const TYPE_BYTES: Partial<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
  129: 1,
}

/** The encoding of a structure. In a BigTIFF, counts and offsets have eight bytes. */
interface Layout {
  isBigEndian: boolean
  isBig: boolean
  oneShort: ReadonlySet<number>
}

/**
 * Reads some tags of a TIFF structure: an EXIF block, or a whole TIFF or BigTIFF, whose directories can be anywhere in the file. It visits
 * at most three directories, whatever they point at, and reads only them and the wanted values.
 *
 * @param wanted tags; of repeated tags in one directory, the first counts
 * @param oneShort tags whose value is NaN unless the directory has it once, as one number of 16 bits
 * @returns undefined for bytes that are no TIFF structure
 * @throws what `read` throws
 * @see TIFF 6.0, section 2; https://www.awaresystems.be/imaging/tiff/bigtiff.html
 */
export async function readTags(
  read: ReadBytes,
  wanted: ReadonlySet<number>,
  oneShort: ReadonlySet<number> = new Set(),
): Promise<Tags | undefined> {
  const head = await read(0, 16)
  const order = head.toString('latin1', 0, 2)
  if (head.length < 8 || (order !== 'II' && order !== 'MM')) return undefined
  const isBigEndian = order === 'MM'
  const version = isBigEndian ? head.readUInt16BE(2) : head.readUInt16LE(2)
  if (version !== 42 && (version !== 43 || head.length < 16)) return undefined
  const layout: Layout = { isBigEndian, isBig: version === 43, oneShort }
  const first = layout.isBig ? unsigned(head, 8, 8, layout) : unsigned(head, 4, 4, layout)
  const places = new Map<number, number>()
  const directory = (at: number | undefined) =>
    at === undefined ? new Map<number, TagValue>() : readDirectory(read, at, wanted, layout)
  const ofPicture = new Set([...wanted, EXIF_POINTER, GPS_POINTER])
  const picture = await readDirectory(read, first, ofPicture, layout, places)
  const pointer = (tag: number) => {
    const value = picture.get(tag)
    return typeof value === 'object' ? value[0] : undefined
  }
  return {
    picture,
    exif: await directory(pointer(EXIF_POINTER)),
    gps: await directory(pointer(GPS_POINTER)),
    isBigEndian,
    places,
  }
}

/** As `readTags`, for a TIFF. @throws the error of the file system if the file cannot be read */
export async function readTagsOfFile(path: string, wanted: ReadonlySet<number>): Promise<Tags | undefined> {
  await using file = await open(path, 'r')
  return await readTags(async (at, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
    return buffer.subarray(0, bytesRead)
  }, wanted)
}

/** In some formats, the block starts with the word of its JPEG segment. The other parameters are those of `readTags`. */
export async function tagsOfBlock(
  exif: Buffer | undefined,
  wanted: ReadonlySet<number>,
  oneShort?: ReadonlySet<number>,
): Promise<Tags | undefined> {
  if (!exif) return undefined
  const block = exif.subarray(0, 4).toString('latin1') === 'Exif' ? exif.subarray(6) : exif
  return await readTags(async (at, length) => block.subarray(at, at + length), wanted, oneShort)
}

async function readDirectory(
  read: ReadBytes,
  at: number,
  wanted: ReadonlySet<number>,
  layout: Layout,
  places = new Map<number, number>(),
): Promise<Map<number, TagValue>> {
  const values = new Map<number, TagValue>()
  if (!Number.isSafeInteger(at) || at < 0) return values
  const [countBytes, entryBytes, inlineBytes] = layout.isBig ? [8, 20, 8] : [2, 12, 4]
  const head = await read(at, countBytes)
  if (head.length < countBytes) return values
  const entries = Math.min(unsigned(head, 0, countBytes, layout), ENTRIES_MAX)
  const table = await read(at + countBytes, entries * entryBytes)
  for (let entry = 0; entry + entryBytes <= table.length; entry += entryBytes) {
    const tag = unsigned(table, entry, 2, layout)
    if (!wanted.has(tag)) continue
    if (values.has(tag)) {
      if (layout.oneShort.has(tag)) values.set(tag, [Number.NaN])
      continue
    }
    const type = unsigned(table, entry + 2, 2, layout)
    const size = TYPE_BYTES[type]
    if (size === undefined) continue
    const count = unsigned(table, entry + 4, inlineBytes, layout)
    if (layout.oneShort.has(tag) && (type !== SHORT || count !== 1)) {
      values.set(tag, [Number.NaN])
      continue
    }
    const whole = size * count
    const length = Math.min(whole, VALUE_BYTES_MAX)
    const place = entry + 4 + inlineBytes
    const bytes =
      whole <= inlineBytes
        ? table.subarray(place, place + length)
        : await readAt(read, unsigned(table, place, inlineBytes, layout), length)
    if (type === SHORT && count === 1) places.set(tag, at + countBytes + place)
    values.set(tag, TEXT_TYPES.includes(type) ? textOf(bytes) : numbersOf(bytes, type, size, layout))
  }
  return values
}

async function readAt(read: ReadBytes, at: number, length: number): Promise<Buffer> {
  return Number.isSafeInteger(at) ? await read(at, length) : Buffer.alloc(0)
}

/** The text up to the first zero, in UTF-8, or else Latin 1. */
function textOf(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  const text = end < 0 ? bytes : bytes.subarray(0, end)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    return text.toString('latin1')
  }
}

function numbersOf(bytes: Buffer, type: number, size: number, layout: Layout): number[] {
  const numbers: number[] = []
  for (let at = 0; at + size <= bytes.length; at += size)
    numbers.push(numberAt(bytes, at, type, size, layout))
  return numbers
}

function numberAt(bytes: Buffer, at: number, type: number, size: number, layout: Layout): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, size)
  const little = !layout.isBigEndian
  switch (type) {
    case 5:
      return fraction(view.getUint32(0, little), view.getUint32(4, little))
    case 10:
      return fraction(view.getInt32(0, little), view.getInt32(4, little))
    case 11:
      return view.getFloat32(0, little)
    case 12:
      return view.getFloat64(0, little)
    case 6:
      return view.getInt8(0)
    case 8:
      return view.getInt16(0, little)
    case 9:
      return view.getInt32(0, little)
    case 17:
      return Number(view.getBigInt64(0, little))
    default:
      return unsigned(bytes, at, size, layout)
  }
}

/** NaN for 0/0, by which cameras mean unknown; infinite for other fractions without a denominator. */
function fraction(numerator: number, denominator: number): number {
  return numerator / denominator
}

function unsigned(bytes: Buffer, at: number, size: number, { isBigEndian }: Layout): number {
  if (size === 8) return Number(isBigEndian ? bytes.readBigUInt64BE(at) : bytes.readBigUInt64LE(at))
  return isBigEndian ? bytes.readUIntBE(at, size) : bytes.readUIntLE(at, size)
}
