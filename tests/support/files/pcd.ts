/** A field of a PCD file, with one or more values for each point. */
export interface PcdValues {
  name: string
  type: 'I' | 'U' | 'F'
  size: 1 | 2 | 4 | 8
  /** For each point. */
  values: readonly (number | readonly number[])[]
}

interface PcdOptions {
  /** Between two lines of the header. */
  lineEnd?: string
  /** Between two words of the header, and of the points in ASCII. */
  space?: string
  /** At the end of each line. */
  lineTail?: string
  /** Changes lines of the header; undefined removes one. */
  change?: Record<string, string | undefined>
}

type Encoding = 'ascii' | 'binary' | 'binary_compressed'

/** A PCD file of version 0.7 with these fields. */
export function pcd(encoding: Encoding, fields: readonly PcdValues[], options: PcdOptions = {}): Buffer {
  const { lineEnd = '\n', space = ' ', lineTail = '', change = {} } = options
  const points = fields[0]?.values.length ?? 0
  const countOf = ({ values: [first] }: PcdValues) => (Array.isArray(first) ? first.length : 1)
  const entries: Record<string, string | undefined> = {
    VERSION: '0.7',
    FIELDS: fields.map(({ name }) => name).join(space),
    SIZE: fields.map(({ size }) => size).join(space),
    TYPE: fields.map(({ type }) => type).join(space),
    COUNT: fields.map(countOf).join(space),
    WIDTH: String(points),
    HEIGHT: '1',
    VIEWPOINT: '0 0 0 1 0 0 0'.replaceAll(' ', space),
    POINTS: String(points),
    DATA: encoding,
    ...change,
  }
  const lines = Object.entries(entries).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}${space}${value}${lineTail}${lineEnd}`],
  )
  const head = Buffer.from(`# .PCD v0.7 - Point Cloud Data file format${lineEnd}${lines.join('')}`)
  return Buffer.concat([head, dataOf(encoding, fields, `${lineTail}${lineEnd}`, space)])
}

function dataOf(encoding: Encoding, fields: readonly PcdValues[], lineEnd: string, space: string): Buffer {
  const points = Array.from({ length: fields[0]?.values.length ?? 0 }, (_, index) => index)
  const valuesOf = ({ values }: PcdValues, point: number) => [values[point] ?? 0].flat()
  if (encoding === 'ascii') {
    const lines = points.map((point) => fields.flatMap((field) => valuesOf(field, point)).join(space))
    return Buffer.from(lines.map((line) => line + lineEnd).join(''))
  }
  const bytesOf = (field: PcdValues, point: number) =>
    Buffer.concat(valuesOf(field, point).map((value) => encodeValue(field, value)))
  if (encoding === 'binary')
    return Buffer.concat(points.flatMap((point) => fields.map((field) => bytesOf(field, point))))
  const plain = Buffer.concat(fields.flatMap((field) => points.map((point) => bytesOf(field, point))))
  return compressedPart(compressLzf(plain), plain.length)
}

/** Compressed points as a PCD file has them. @param length of the points when they are decoded, in bytes */
export function compressedPart(bytes: Buffer, length: number): Buffer {
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32LE(bytes.length, 0)
  lengths.writeUInt32LE(length, 4)
  return Buffer.concat([lengths, bytes])
}

function encodeValue({ type, size }: PcdValues, value: number): Buffer {
  const bytes = Buffer.alloc(size)
  if (type === 'F') {
    if (size === 4) bytes.writeFloatLE(value)
    else bytes.writeDoubleLE(value)
  } else if (size === 8) bytes.writeBigInt64LE(BigInt(value))
  else if (type === 'I') bytes.writeIntLE(value, 0, size)
  else bytes.writeUIntLE(value, 0, size)
  return bytes
}

/** The number of bytes that begin a copy. */
const MATCH_BYTES = 3

/** A simple encoder of LZF. @see https://oldhome.schmorp.de/marc/liblzf.html */
export function compressLzf(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  const seen = new Map<string, number>()
  let literal = 0
  const endLiteral = (end: number) => {
    for (; literal < end; literal += 32) {
      const piece = bytes.subarray(literal, Math.min(end, literal + 32))
      parts.push(Buffer.from([piece.length - 1]), piece)
    }
    literal = end
  }
  for (let at = 0; at < bytes.length; ) {
    const key = bytes.toString('latin1', at, at + MATCH_BYTES)
    const from = key.length === MATCH_BYTES ? seen.get(key) : undefined
    seen.set(key, at)
    if (from === undefined || at - from > 8192) {
      at += 1
      continue
    }
    let length = MATCH_BYTES
    while (length < 264 && at + length < bytes.length && bytes[from + length] === bytes[at + length])
      length += 1
    endLiteral(at)
    const back = at - from - 1
    const coded = length - 2
    const long = coded >= 7 ? [coded - 7] : []
    parts.push(Buffer.from([(Math.min(7, coded) << 5) | (back >> 8), ...long, back & 255]))
    at += length
    literal = at
  }
  endLiteral(bytes.length)
  return Buffer.concat(parts)
}
