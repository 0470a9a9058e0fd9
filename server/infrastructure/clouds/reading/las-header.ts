import type { FileHandle } from 'node:fs/promises'
import { CLOUD_POINTS_MAX } from '#domain/limits.ts'
import { CloudRefused } from './cloud-refused.ts'
import { readExactly, readFully } from './read-records.ts'

/** Header sizes, in bytes: the longest (LAS 1.4) and the shortest (LAS 1.0 to 1.2). */
const HEADER_BYTES_MAX = 375
const HEADER_BYTES_MIN = 227

/** By point format: the bytes of a point without extra bytes, and the offset of its colour. */
const FORMATS: { bytes: number; colour?: number }[] = [
  { bytes: 20 },
  { bytes: 28 },
  { bytes: 26, colour: 20 },
  { bytes: 34, colour: 28 },
  { bytes: 57 },
  { bytes: 63, colour: 28 },
  { bytes: 30 },
  { bytes: 36, colour: 30 },
  { bytes: 38, colour: 30 },
  { bytes: 59 },
  { bytes: 67, colour: 30 },
]

/** The header of a variable length record, in bytes. */
const RECORD_HEADER_BYTES = 54
const RECORD_BYTES_MAX = 64 * 1024
/** Maximum number of variable length records searched. */
const RECORDS_MAX = 10_000

export interface LasHeader {
  /** True for LAZ. */
  isCompressed: boolean
  format: number
  /** The bytes of one point. */
  recordBytes: number
  /** The offset of the colour in a point, in bytes: three values of 16 bits. */
  colourOffset: number | undefined
  points: number
  /** The offset of the points, in bytes. */
  start: number
  scale: [number, number, number]
  offset: [number, number, number]
  /** Of the variable length records. */
  recordsStart: number
  records: number
}

/**
 * Reads the header of LAS 1.0 to 1.4.
 *
 * @returns undefined if it is not a LAS file
 * @throws CloudRefused
 * @see https://www.asprs.org/wp-content/uploads/2019/07/LAS_1_4_r15.pdf
 */
export async function readLasHeader(file: FileHandle): Promise<LasHeader | undefined> {
  const head = Buffer.alloc(HEADER_BYTES_MAX)
  const { bytesRead } = await readFully(file, head, 0)
  if (head.toString('latin1', 0, 4) !== 'LASF') return undefined
  const [major, minor] = [head.readUInt8(24), head.readUInt8(25)]
  const headerBytes = head.readUInt16LE(94)
  if (bytesRead < HEADER_BYTES_MIN || major !== 1 || minor > 4 || headerBytes < HEADER_BYTES_MIN)
    throw new CloudRefused('cloud_header')
  // Writers of compressed files set the highest bit.
  const type = head.readUInt8(104)
  const format = type & 0x3f
  const { bytes = Number.POSITIVE_INFINITY, colour } = FORMATS[format] ?? {}
  const recordBytes = head.readUInt16LE(105)
  const start = head.readUInt32LE(96)
  if (recordBytes < bytes || start < headerBytes) throw new CloudRefused('cloud_header')
  const triple = (at: number): [number, number, number] => [
    head.readDoubleLE(at),
    head.readDoubleLE(at + 8),
    head.readDoubleLE(at + 16),
  ]
  const [scale, offset] = [triple(131), triple(155)]
  if (![...scale, ...offset].every(Number.isFinite) || scale.includes(0))
    throw new CloudRefused('cloud_header')
  const isLong = minor === 4 && headerBytes >= HEADER_BYTES_MAX && bytesRead === HEADER_BYTES_MAX
  const points = (isLong && Number(head.readBigUInt64LE(247))) || head.readUInt32LE(107)
  if (points === 0) throw new CloudRefused('cloud_empty')
  if (points > CLOUD_POINTS_MAX) throw new CloudRefused('cloud_too_many_points', { max: CLOUD_POINTS_MAX })
  return {
    isCompressed: (type & 0x80) !== 0,
    format,
    recordBytes,
    colourOffset: colour,
    points,
    start,
    scale,
    offset,
    recordsStart: headerBytes,
    records: head.readUInt32LE(100),
  }
}

/** Finds a variable length record by owner and number. @returns its content, or undefined */
export async function findLasRecord(
  file: FileHandle,
  { recordsStart, records, start }: LasHeader,
  owner: string,
  number: number,
): Promise<Buffer | undefined> {
  let at = recordsStart
  for (let index = 0; index < Math.min(records, RECORDS_MAX); index += 1) {
    if (at + RECORD_HEADER_BYTES > start) return undefined
    const head = await readExactly(file, at, RECORD_HEADER_BYTES)
    const length = head.readUInt16LE(20)
    const found = head.toString('latin1', 2, 18).replace(/\0.*$/s, '')
    at += RECORD_HEADER_BYTES
    if (found === owner && head.readUInt16LE(18) === number)
      return await readExactly(file, at, Math.min(length, RECORD_BYTES_MAX))
    at += length
  }
  return undefined
}
