import { CLOUD_POINTS_MAX } from '#domain/limits.ts'
import { CloudRefused } from './cloud-refused.ts'

/** Maximum length of a header, in bytes; real ones are much shorter. */
export const PCD_HEADER_BYTES_MAX = 64 * 1024
/** Maximum bytes of one point. Histograms of 1,000 floats fit. */
const RECORD_BYTES_MAX = 64 * 1024

const ENCODINGS = ['ascii', 'binary', 'binary_compressed'] as const

/** A field of each point. */
export interface PcdField {
  name: string
  /** I (signed), U (unsigned) or F (float). */
  type: string
  /** The bytes of one value. */
  size: number
  /** The number of values. */
  count: number
  /** The offset of the first value in a point, in bytes. */
  offset: number
  /** The index of the first value's word in a line of the encoding `ascii`. */
  word: number
}

export interface PcdHeader {
  fields: PcdField[]
  /** The bytes of one point. */
  recordBytes: number
  /** The words of a line in the encoding `ascii`. */
  words: number
  points: number
  encoding: (typeof ENCODINGS)[number]
  /** The offset of the points, in bytes. */
  start: number
  /** The number of lines before the points. */
  lines: number
}

/**
 * Reads the header of a PCD file of version 0.5 to 0.7. Words may be separated by any number of blanks and tabs, and lines may end with CR
 * LF.
 *
 * @param head the first bytes of the file
 * @returns undefined if it is no PCD file
 * @throws CloudRefused
 * @see https://pointclouds.org/documentation/tutorials/pcd_file_format.html
 */
export function readPcdHeader(head: Buffer): PcdHeader | undefined {
  const entries = new Map<string, string[]>()
  let lines = 0
  for (let start = 0; ; ) {
    const end = head.indexOf(10, start)
    if (end === -1) break
    lines += 1
    const line = head.toString('latin1', start, end).trim()
    start = end + 1
    if (line === '' || line.startsWith('#')) continue
    const [name = '', ...values] = line.split(/\s+/)
    if (!/^[A-Z]+$/.test(name)) break
    entries.set(name === 'COLUMNS' ? 'FIELDS' : name, values)
    if (name === 'DATA') return asHeader(entries, start, lines)
  }
  if (!entries.has('FIELDS') && !entries.has('VERSION')) return undefined
  throw new CloudRefused('cloud_header')
}

function asHeader(entries: Map<string, string[]>, start: number, lines: number): PcdHeader {
  const names = entries.get('FIELDS') ?? []
  // Older files have neither size nor type: the values are 32-bit floats.
  const each = (name: string, missing: string) => entries.get(name) ?? names.map(() => missing)
  const sizes = each('SIZE', '4')
  const types = each('TYPE', 'F')
  const counts = each('COUNT', '1')
  const encoding = ENCODINGS.find((known) => known === entries.get('DATA')?.[0])
  if (names.length === 0 || encoding === undefined) throw new CloudRefused('cloud_header')
  if ([sizes, types, counts].some((values) => values.length !== names.length))
    throw new CloudRefused('cloud_header')

  let offset = 0
  let word = 0
  const fields = names.map((name, index) => {
    const field = {
      name: name.toLowerCase(),
      type: types[index] ?? '',
      size: positiveInteger(sizes[index]),
      count: positiveInteger(counts[index]),
      offset,
      word,
    }
    if (!['I', 'U', 'F'].includes(field.type) || ![1, 2, 4, 8].includes(field.size))
      throw new CloudRefused('cloud_header')
    offset += field.size * field.count
    word += field.count
    return field
  })
  if (offset > RECORD_BYTES_MAX) throw new CloudRefused('cloud_header')
  return { fields, recordBytes: offset, words: word, points: pointsOf(entries), encoding, start, lines }
}

function pointsOf(entries: Map<string, string[]>): number {
  const written = entries.get('POINTS')?.[0]
  const points =
    written === undefined
      ? positiveInteger(entries.get('WIDTH')?.[0]) * positiveInteger(entries.get('HEIGHT')?.[0] ?? '1')
      : written === '0'
        ? 0
        : positiveInteger(written)
  if (points === 0) throw new CloudRefused('cloud_empty')
  if (points > CLOUD_POINTS_MAX) throw new CloudRefused('cloud_too_many_points', { max: CLOUD_POINTS_MAX })
  return points
}

/** @throws CloudRefused */
function positiveInteger(text: string | undefined): number {
  const value = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0
  if (value === 0) throw new CloudRefused('cloud_header')
  return value
}
