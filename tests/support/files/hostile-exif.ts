import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** A directory of a TIFF structure: its entries, and the offset of the next one. */
interface Directory {
  entries: { tag: number; type?: number; count?: number; value: number }[]
  next?: number
}

const [EXIF, GPS, INTEROPERABILITY, MAKE, ORIENTATION] = [0x8769, 0x8825, 0xa005, 0x010f, 0x0112]
const POINTERS = [EXIF, GPS, INTEROPERABILITY]
/** The place of the first directory, in bytes. */
const FIRST = 8
const SHORT = 3
const LONG = 4
const UNDEFINED = 7

/** EXIF data that a careless reader reads for seconds or for ever. */
export const HOSTILE_EXIF: Record<string, (isBigEndian: boolean) => Buffer> = {
  'a directory that points at itself': (isBigEndian) =>
    structure([{ entries: pointers(500, () => FIRST) }], isBigEndian),
  'two directories that point at each other': (isBigEndian) =>
    structure(
      [{ entries: pointers(200, () => placeOf(1, 200)) }, { entries: pointers(200, () => FIRST) }],
      isBigEndian,
    ),
  'a chain of directories that fan out': (isBigEndian) =>
    structure(
      Array.from({ length: 20 }, (_, index) => ({ entries: pointers(20, () => placeOf(index + 1, 20)) })),
      isBigEndian,
    ),
  'a thumbnail whose directory points at the first one': (isBigEndian) =>
    structure([{ entries: [], next: placeOf(1, 0) }, { entries: pointers(400, () => FIRST) }], isBigEndian),
  'values that cover each other': (isBigEndian) =>
    structure(
      [
        {
          entries: Array.from({ length: 500 }, (_, index) => ({
            tag: 0x9000 + index,
            type: UNDEFINED,
            count: 6000,
            value: 0,
          })),
        },
      ],
      isBigEndian,
    ),
  'a first directory that begins inside of the header': (isBigEndian) => {
    const [short, long] = [shortOf(isBigEndian), longOf(isBigEndian)]
    // The number 42 of the header is the count of its entries, and the first entry begins with the offset.
    const places = pointers(41, () => 2).map((one) => entry(one, isBigEndian))
    return Buffer.concat([
      Buffer.from(isBigEndian ? 'MM' : 'II'),
      short(42),
      long(2),
      Buffer.alloc(8),
      ...places,
    ])
  },
}

/** EXIF data with one pointer back, as digital backs of Kodak write it: a reader that follows every pointer reads for ever. It says a turn by 90°. */
export function exifWithPointerBack(isBigEndian: boolean): Buffer {
  const orientation = { tag: ORIENTATION, type: SHORT, value: isBigEndian ? 6 * 0x1_0000 : 6 }
  const picture = { entries: [orientation, { tag: EXIF, value: placeOf(1, 2) }] }
  return structure([picture, { entries: [{ tag: INTEROPERABILITY, value: FIRST }] }], isBigEndian)
}

/** EXIF data that contradict themselves, but hold no reader. */
export const HARMLESS_EXIF: Record<string, (isBigEndian: boolean) => Buffer> = {
  'an absurd count of values': (isBigEndian) =>
    structure([{ entries: [{ tag: MAKE, type: 2, count: 0xffffffff, value: FIRST }] }], isBigEndian),
  'a pointer behind the end': (isBigEndian) =>
    structure([{ entries: [{ tag: EXIF, value: 0xfffffff0 }] }], isBigEndian),
  'a first directory that follows itself': (isBigEndian) =>
    structure([{ entries: [{ tag: MAKE, type: 2, count: 4, value: 0 }], next: FIRST }], isBigEndian),
}

/** A picture with this EXIF block: another one of the same length is replaced, so every format has it where it belongs. */
export async function pictureWith(
  block: Buffer,
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'tiff',
): Promise<Buffer> {
  const plain = sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
  if (format === 'tiff') return tiffWith(block, await plain.tiff({ compression: 'none' }).toBuffer())
  const description = 'x'.repeat(block.length)
  const picture = await plain
    .withExif({ IFD0: { ImageDescription: description } })
    .toFormat(format)
    .toBuffer()
  const at = picture.indexOf('II*\0', 'latin1')
  block.copy(picture, at)
  if (format === 'png') {
    const length = picture.readUInt32BE(at - 8)
    picture.writeUInt32BE(crc32(picture.subarray(at - 4, at + length)), at + length)
  }
  return picture
}

/**
 * An AVIF with its EXIF block in two parts of the file, with other bytes between them. The first ends in the middle of the header of the
 * TIFF structure. The box `iloc` of sharp has two items, and the second one is the EXIF data.
 */
export async function avifWithSplitExif(block: Buffer): Promise<Buffer> {
  const whole = await pictureWith(block, 'avif')
  const [iloc, meta] = [whole.indexOf('iloc') - 4, whole.indexOf('meta') - 4]
  const ilocEnd = iloc + whole.readUInt32BE(iloc)
  const exif = iloc + 34
  const [begin, length] = [whole.readUInt32BE(exif + 4), whole.readUInt32BE(exif + 14)]
  const bytes = Buffer.from(whole.subarray(begin, begin + length))
  whole.fill(0, begin, begin + length)
  // Four bytes of its own, then `Exif` and two zeros, then the header.
  const cut = 4 + 6 + 3
  const extent = 8
  const first = whole.length + extent + 8
  const changed = Buffer.concat([whole.subarray(0, ilocEnd), Buffer.alloc(extent), whole.subarray(ilocEnd)])
  for (const box of [iloc, meta]) changed.writeUInt32BE(whole.readUInt32BE(box) + extent, box)
  changed.writeUInt32BE(whole.readUInt32BE(exif - 14) + extent, exif - 14)
  changed.writeUInt32BE(0, exif + 4)
  changed.writeUInt16BE(2, exif + 8)
  for (const [index, value] of [first, cut, first + cut + 1, length - cut].entries())
    changed.writeUInt32BE(value, exif + 10 + index * 4)
  const data = Buffer.concat([bytes.subarray(0, cut), Buffer.alloc(1), bytes.subarray(cut)])
  const head = Buffer.alloc(8)
  head.writeUInt32BE(head.length + data.length)
  head.write('mdat', 4)
  return Buffer.concat([changed, head, data])
}

/**
 * An AVIF whose box `iloc` says how its EXIF block is stored: 0 in the file, 1 in the box `idat`, 2 in other items. Only the first version of the
 * box, which sharp writes, has no room for it.
 *
 * @see ISO/IEC 14496-12, 8.11.3
 */
export async function avifWithMethod(block: Buffer, method: 0 | 1 | 2): Promise<Buffer> {
  const whole = await pictureWith(block, 'avif')
  const [iloc, meta] = [whole.indexOf('iloc') - 4, whole.indexOf('meta') - 4]
  // Behind the number of each of the two items.
  const [first, second] = [iloc + 18, iloc + 36]
  const [none, own] = [Buffer.from([0, 0]), Buffer.from([0, method])]
  const changed = Buffer.concat([
    whole.subarray(0, first),
    none,
    whole.subarray(first, second),
    own,
    whole.subarray(second),
  ])
  changed.writeUInt8(1, iloc + 8)
  for (const box of [iloc, meta]) changed.writeUInt32BE(whole.readUInt32BE(box) + 4, box)
  // What follows has moved.
  for (const place of [first + 4, second + 6]) changed.writeUInt32BE(changed.readUInt32BE(place) + 4, place)
  return changed
}

/** A TIFF whose first directory, which has the picture too, points at itself as often as the block is long. */
function tiffWith(block: Buffer, picture: Buffer): Buffer {
  const first = picture.readUInt32LE(4)
  const count = picture.readUInt16LE(first)
  const own = picture.subarray(first + 2, first + 2 + count * 12)
  const pointers = Math.floor(block.length / 12)
  const head = Buffer.alloc(2)
  head.writeUInt16LE(count + pointers)
  const entries = Array.from({ length: pointers }, () => entry({ tag: EXIF, value: picture.length }, false))
  const tiff = Buffer.concat([picture, head, own, ...entries, Buffer.alloc(4)])
  tiff.writeUInt32LE(picture.length, 4)
  return tiff
}

function pointers(count: number, target: () => number): Directory['entries'] {
  return Array.from({ length: count }, (_, index) => ({
    tag: POINTERS[index % POINTERS.length] ?? EXIF,
    value: target(),
  }))
}

/** The place of a directory after others that have `entries` entries each, in bytes. */
function placeOf(index: number, entries: number): number {
  return FIRST + index * (2 + entries * 12 + 4)
}

function structure(directories: Directory[], isBigEndian: boolean): Buffer {
  const [short, long] = [shortOf(isBigEndian), longOf(isBigEndian)]
  return Buffer.concat([
    Buffer.from(isBigEndian ? 'MM' : 'II'),
    short(42),
    long(FIRST),
    ...directories.flatMap(({ entries, next = 0 }) => [
      short(entries.length),
      ...entries.map((one) => entry(one, isBigEndian)),
      long(next),
    ]),
  ])
}

function entry(
  { tag, type = LONG, count = 1, value }: Directory['entries'][number],
  isBigEndian: boolean,
): Buffer {
  const [short, long] = [shortOf(isBigEndian), longOf(isBigEndian)]
  return Buffer.concat([short(tag), short(type), long(count), long(value)])
}

function shortOf(isBigEndian: boolean) {
  return (value: number): Buffer => {
    const bytes = Buffer.alloc(2)
    if (isBigEndian) bytes.writeUInt16BE(value)
    else bytes.writeUInt16LE(value)
    return bytes
  }
}

function longOf(isBigEndian: boolean) {
  return (value: number): Buffer => {
    const bytes = Buffer.alloc(4)
    if (isBigEndian) bytes.writeUInt32BE(value)
    else bytes.writeUInt32LE(value)
    return bytes
  }
}
