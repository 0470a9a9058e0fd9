import type { ByteRange, OpenFile } from '#server/infrastructure/store/file-store.ts'

/** The place of a tile. Levels count from the smallest one, rows from the top. */
export interface TilePlace {
  level: number
  column: number
  row: number
}

/** The position of a tile's file in the archive. */
interface Entry {
  /** Of its header, in bytes. */
  offset: number
  /** Bytes. */
  size: number
  nameLength: number
}

const END = { signature: 0x06054b50, bytes: 22 }
const DIRECTORY_ENTRY = { signature: 0x02014b50, bytes: 46 }
const FILE_HEADER = { signature: 0x04034b50, bytes: 30 }
const STORED = 0

/** More than the bytes after the file name in a header: the times of the file. */
const EXTRA_BYTES = 256

/**
 * Reads one tile of a ZIP archive written by `makeTiles` of the image workers, without reading the others.
 *
 * @returns undefined if the archive is damaged or has no such tile
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT sections 4.3.7, 4.3.12 and 4.3.16
 */
export async function readTile(
  archive: OpenFile,
  place: TilePlace,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const end = await archive.read(part(archive.size - END.bytes, END.bytes))
    expectSignature(end, END.signature)
    const directory = await archive.read(part(end.readUInt32LE(16), end.readUInt32LE(12)))
    const entry = findEntry(directory, place)
    if (!entry) return undefined
    const { offset, size, nameLength } = entry
    const file = await archive.read(part(offset, FILE_HEADER.bytes + nameLength + EXTRA_BYTES + size))
    expectSignature(file, FILE_HEADER.signature)
    const start = FILE_HEADER.bytes + file.readUInt16LE(26) + file.readUInt16LE(28)
    const tile = file.subarray(start, start + size)
    return tile.length === size ? tile : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function part(start: number, length: number): ByteRange {
  return { start, end: start + length - 1 }
}

/** @throws RangeError */
function expectSignature(buffer: Buffer, signature: number, offset = 0): void {
  if (buffer.readUInt32LE(offset) !== signature) throw new RangeError('The archive is damaged.')
}

/** @throws RangeError if the directory is damaged */
function findEntry(directory: Buffer, { level, column, row }: TilePlace): Entry | undefined {
  const wanted = Buffer.from(`/${level}/${column}_${row}.jpeg`)
  for (let at = 0; at < directory.length; ) {
    expectSignature(directory, DIRECTORY_ENTRY.signature, at)
    const nameLength = directory.readUInt16LE(at + 28)
    const nameEnd = at + DIRECTORY_ENTRY.bytes + nameLength
    // The names begin with the archive's name in the incoming folder.
    if (
      nameLength >= wanted.length &&
      directory.compare(wanted, 0, wanted.length, nameEnd - wanted.length, nameEnd) === 0
    ) {
      if (directory.readUInt16LE(at + 10) !== STORED) return undefined
      return { offset: directory.readUInt32LE(at + 42), size: directory.readUInt32LE(at + 20), nameLength }
    }
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return undefined
}
