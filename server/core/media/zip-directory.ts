/** A file of a ZIP. */
export interface ZipFile {
  /** Its name in the ZIP; see `zipNames`. */
  name: string
  /** Bytes. */
  size: number
  modifiedAt: Date
}

/** The marker for a number in the ZIP64 field, because it exceeds 4 bytes. */
const UINT32_MAX = 0xffff_ffff
const UINT16_MAX = 0xffff

const VERSION = 20
const VERSION_ZIP64 = 45
/** Unix attributes. */
const MADE_BY_UNIX = 3 << 8
const UTF8_NAME = 0x0800
const STORED = 0
/** A world-readable file, `-rw-r--r--`. */
const FILE_MODE = 0o100644

/**
 * The headers of a ZIP of uncompressed files. A file's CRC-32 must be known before its bytes are written. Its header is then complete
 * without data descriptors, which some programs cannot open.
 *
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export class ZipDirectory {
  readonly #records: Buffer[] = []
  /** Bytes of the ZIP before the directory. */
  #offset = 0

  /** Appends a file. @returns the local header, which precedes its bytes */
  add(file: ZipFile, crc32: number): Buffer {
    const name = Buffer.from(file.name)
    const time = extendedTime(file.modifiedAt)
    const sizes = file.size >= UINT32_MAX ? [file.size, file.size] : []
    const header = localHeader(file, { crc32, name, extra: Buffer.concat([zip64(sizes), time]) })

    const offset = this.#offset
    const extra = Buffer.concat([zip64(offset >= UINT32_MAX ? [...sizes, offset] : sizes), time])
    this.#records.push(directoryRecord(file, { crc32, name, extra }, offset))
    this.#offset += header.length + file.size
    return header
  }

  /** The bytes after the last file: the central directory and its end records. */
  end(): Buffer {
    const directory = Buffer.concat(this.#records)
    const count = this.#records.length
    const isZip64 = count >= UINT16_MAX || this.#offset >= UINT32_MAX || directory.length >= UINT32_MAX
    const place = { count, size: directory.length, offset: this.#offset }
    return Buffer.concat([directory, ...(isZip64 ? [zip64End(place)] : []), end(place)])
  }

  /** The length of the ZIP, in bytes. */
  get length(): number {
    return this.#offset + this.end().length
  }
}

/** The parts of a header that are not in `ZipFile`. */
interface HeaderParts {
  crc32: number
  name: Buffer
  extra: Buffer
}

function localHeader(file: ZipFile, parts: HeaderParts): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x0403_4b50, 0)
  header.writeUInt16LE(file.size >= UINT32_MAX ? VERSION_ZIP64 : VERSION, 4)
  writeFacts(header, 6, file, parts)
  return Buffer.concat([header, parts.name, parts.extra])
}

function directoryRecord(file: ZipFile, parts: HeaderParts, offset: number): Buffer {
  const record = Buffer.alloc(46)
  const isZip64 = file.size >= UINT32_MAX || offset >= UINT32_MAX
  record.writeUInt32LE(0x0201_4b50, 0)
  record.writeUInt16LE(MADE_BY_UNIX | VERSION_ZIP64, 4)
  record.writeUInt16LE(isZip64 ? VERSION_ZIP64 : VERSION, 6)
  writeFacts(record, 8, file, parts)
  record.writeUInt32LE(FILE_MODE * 0x1_0000, 38)
  record.writeUInt32LE(Math.min(offset, UINT32_MAX), 42)
  return Buffer.concat([record, parts.name, parts.extra])
}

/** Writes the fields that the local header and the directory record share, from position `at`. */
function writeFacts(header: Buffer, at: number, file: ZipFile, { crc32, name, extra }: HeaderParts): void {
  const { time, date } = dosTime(file.modifiedAt)
  header.writeUInt16LE(UTF8_NAME, at)
  header.writeUInt16LE(STORED, at + 2)
  header.writeUInt16LE(time, at + 4)
  header.writeUInt16LE(date, at + 6)
  header.writeUInt32LE(crc32, at + 8)
  header.writeUInt32LE(Math.min(file.size, UINT32_MAX), at + 12)
  header.writeUInt32LE(Math.min(file.size, UINT32_MAX), at + 16)
  header.writeUInt16LE(name.length, at + 20)
  header.writeUInt16LE(extra.length, at + 22)
}

/** The extra field of numbers too large for the header; empty without any. */
function zip64(numbers: number[]): Buffer {
  if (numbers.length === 0) return Buffer.alloc(0)
  const field = Buffer.alloc(4 + numbers.length * 8)
  field.writeUInt16LE(0x0001, 0)
  field.writeUInt16LE(numbers.length * 8, 2)
  for (const [index, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + index * 8)
  return field
}

/** The extra field of the UTC time, because the header's time has no zone. */
function extendedTime(time: Date): Buffer {
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x5455, 0)
  field.writeUInt16LE(5, 2)
  // The modification time only.
  field.writeUInt8(1, 4)
  field.writeUInt32LE(Math.min(Math.max(Math.floor(time.getTime() / 1000), 0), UINT32_MAX), 5)
  return field
}

/** The time of a header, in UTC, with a precision of two seconds; the years 1980 to 2107. */
function dosTime(time: Date): { time: number; date: number } {
  const year = Math.min(Math.max(time.getUTCFullYear() - 1980, 0), 127)
  return {
    time: (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1),
    date: (year << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(),
  }
}

interface DirectoryPlace {
  /** The number of files. */
  count: number
  /** Bytes. */
  size: number
  offset: number
}

function end({ count, size, offset }: DirectoryPlace): Buffer {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x0605_4b50, 0)
  record.writeUInt16LE(Math.min(count, UINT16_MAX), 8)
  record.writeUInt16LE(Math.min(count, UINT16_MAX), 10)
  record.writeUInt32LE(Math.min(size, UINT32_MAX), 12)
  record.writeUInt32LE(Math.min(offset, UINT32_MAX), 16)
  return record
}

/** The end record with numbers of 8 bytes, and its locator. */
function zip64End({ count, size, offset }: DirectoryPlace): Buffer {
  const record = Buffer.alloc(56 + 20)
  record.writeUInt32LE(0x0606_4b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(MADE_BY_UNIX | VERSION_ZIP64, 12)
  record.writeUInt16LE(VERSION_ZIP64, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  record.writeUInt32LE(0x0706_4b50, 56)
  record.writeBigUInt64LE(BigInt(offset + size), 64)
  record.writeUInt32LE(1, 72)
  return record
}
