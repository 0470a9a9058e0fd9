import { type FileHandle, open } from 'node:fs/promises'

/** Maximum boxes visited, over all levels. An AVIF has dozens: two or three per picture and metadata. */
const BOXES_MAX = 10_000

/** Maximum lists of items and their places, in bytes. One item takes some 20 bytes. */
const LIST_BYTES_MAX = 1024 * 1024

/** Storage of an item's bytes: in the file, in the box `idat`, or in other items. */
const IN_OTHER_ITEMS = 2

/** Maximum of a short list of picture parts, in bytes. 200 parts take 10 KB, 1000 take 50 KB. */
const SHORT_LIST_BYTES_MAX = 64 * 1024

/** A box: its type, and the position of its content, in bytes. */
interface Box {
  type: string
  begin: number
  end: number
}

/**
 * True if the EXIF data of an AVIF are split into parts, which the decoder joins. No camera or program writes that. An unreadable structure
 * counts as split: the decoder may understand it.
 *
 * @see ISO/IEC 14496-12, 8.11 (boxes `meta`, `iinf`, `infe` and `iloc`)
 */
export async function hasSplitExif(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  const budget = { boxes: BOXES_MAX }
  try {
    const top = boxesIn(file, { begin: 0, end: size }, budget)
    // Other formats do not begin with such a box.
    if ((await top.next()).value?.type !== 'ftyp') return false
    for await (const box of top) {
      if (box.type === 'meta' && (await hasSplitItem(file, box, budget))) return true
    }
    return false
  } catch (error) {
    if (error instanceof RangeError) return true
    throw error
  }
}

/** True if the parts list of a HEIC or AVIF is short enough to be read in no time, whatever it says. */
export async function hasShortList(path: string): Promise<boolean> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  // All boxes except the pixels.
  let bytes = 0
  try {
    for await (const box of boxesIn(file, { begin: 0, end: size }, { boxes: BOXES_MAX }))
      if (box.type !== 'mdat') bytes += box.end - box.begin
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
  return bytes <= SHORT_LIST_BYTES_MAX
}

async function hasSplitItem(file: FileHandle, meta: Box, budget: { boxes: number }): Promise<boolean> {
  const exif = new Set<number>()
  const split = new Set<number>()
  for await (const box of boxesIn(file, { begin: meta.begin + 4, end: meta.end }, budget)) {
    if (box.type === 'iinf') for (const item of exifItems(await readList(file, box))) exif.add(item)
    if (box.type === 'iloc') for (const item of splitItems(await readList(file, box))) split.add(item)
  }
  return [...exif].some((item) => split.has(item))
}

/** The boxes of a part of the file. @throws RangeError for one that exceeds it, and for too many */
async function* boxesIn(
  file: FileHandle,
  { begin, end }: Pick<Box, 'begin' | 'end'>,
  budget: { boxes: number },
): AsyncGenerator<Box> {
  const header = Buffer.alloc(16)
  for (let at = begin; at + 8 <= end; ) {
    if (budget.boxes-- === 0) throw new RangeError('There are too many boxes.')
    await file.read(header, 0, header.length, at)
    const short = header.readUInt32BE(0)
    const isLong = short === 1
    const length = isLong ? Number(header.readBigUInt64BE(8)) : short === 0 ? end - at : short
    const content = at + (isLong ? 16 : 8)
    yield { type: header.toString('latin1', 4, 8), begin: content, end: Math.min(at + length, end) }
    if (at + length < content) throw new RangeError('A box is shorter than its header.')
    at += length
  }
}

async function readList(file: FileHandle, { begin, end }: Box): Promise<Buffer> {
  if (end - begin > LIST_BYTES_MAX) throw new RangeError('The list is too long.')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - begin), 0, end - begin, begin)
  return buffer.subarray(0, bytesRead)
}

/** The ids of the items with EXIF data. @throws RangeError if the box `iinf` is damaged */
function* exifItems(iinf: Buffer): Generator<number> {
  const entries = iinf[0] === 0 ? 6 : 8
  for (let at = entries; at + 8 <= iinf.length; ) {
    const infe = iinf.subarray(at, at + iinf.readUInt32BE(at))
    const idBytes = infe[8] === 2 ? 2 : 4
    // Former versions of the entry lack the item type.
    if (infe.length >= 18 && (infe[8] ?? 0) >= 2) {
      const type = infe.toString('latin1', 14 + idBytes, 18 + idBytes)
      if (type.toLowerCase() === 'exif') yield infe.readUIntBE(12, idBytes)
    }
    if (infe.length < 8) throw new RangeError('An entry is shorter than its header.')
    at += infe.length
  }
}

/** The ids of split items. @throws RangeError if the box `iloc` is damaged */
function* splitItems(iloc: Buffer): Generator<number> {
  const version = iloc.readUInt8(0)
  const [offsetBytes, lengthBytes] = halves(iloc.readUInt8(4))
  const [baseBytes, second] = halves(iloc.readUInt8(5))
  const indexBytes = version === 0 ? 0 : second
  const idBytes = version < 2 ? 2 : 4
  let at = 6 + idBytes
  for (let left = iloc.readUIntBE(6, idBytes); left > 0; left -= 1) {
    const item = iloc.readUIntBE(at, idBytes)
    at += idBytes
    const method = version === 0 ? 0 : iloc.readUInt16BE(at) & 15
    at += (version === 0 ? 0 : 2) + 2 + baseBytes
    const extents = iloc.readUInt16BE(at)
    at += 2 + extents * (indexBytes + offsetBytes + lengthBytes)
    if (extents > 1 || method === IN_OTHER_ITEMS) yield item
  }
}

function halves(byte: number): [high: number, low: number] {
  return [byte >> 4, byte & 15]
}
