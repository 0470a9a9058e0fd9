/** By point format: the bytes of a point, and where its colour is. @see LAS 1.4 R15, tables 7 to 17 */
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

interface LasPoint {
  /** In units of the scale, without the offset. */
  x: number
  y: number
  z: number
  intensity?: number
  /** 16 bits each. */
  colour?: readonly [number, number, number]
}

interface LasFile {
  format: number
  points: readonly LasPoint[]
  /** The minor version; by default 2 for the formats up to 5, and 4 for the others. */
  minor?: number
  scale?: readonly [number, number, number]
  offset?: readonly [number, number, number]
  /** The bytes behind the fields of each point. */
  extraBytes?: number
}

/** A LAS file. */
export function las({
  format,
  points,
  minor = format < 6 ? 2 : 4,
  scale = [0.001, 0.001, 0.001],
  offset = [0, 0, 0],
  extraBytes = 0,
}: LasFile): Buffer {
  const { bytes, colour: colourAt } = FORMATS[format] ?? { bytes: 0 }
  const headerBytes = minor === 4 ? 375 : minor === 3 ? 235 : 227
  const head = Buffer.alloc(headerBytes)
  head.write('LASF')
  head.writeUInt8(1, 24)
  head.writeUInt8(minor, 25)
  head.writeUInt16LE(headerBytes, 94)
  head.writeUInt32LE(headerBytes, 96)
  head.writeUInt8(format, 104)
  head.writeUInt16LE(bytes + extraBytes, 105)
  if (format < 6) head.writeUInt32LE(points.length, 107)
  for (const [axis, name] of (['x', 'y', 'z'] as const).entries()) {
    head.writeDoubleLE(scale[axis] ?? 1, 131 + axis * 8)
    head.writeDoubleLE(offset[axis] ?? 0, 155 + axis * 8)
    const values = points.map((point) => point[name] * (scale[axis] ?? 1) + (offset[axis] ?? 0))
    head.writeDoubleLE(Math.max(...values), 179 + axis * 16)
    head.writeDoubleLE(Math.min(...values), 187 + axis * 16)
  }
  if (minor === 4) head.writeBigUInt64LE(BigInt(points.length), 247)
  const records = points.map(({ x, y, z, intensity = 0, colour }) => {
    const record = Buffer.alloc(bytes + extraBytes)
    for (const [axis, value] of [x, y, z].entries()) record.writeInt32LE(value, axis * 4)
    record.writeUInt16LE(intensity, 12)
    // One return of one.
    record.writeUInt8(format < 6 ? 0b1001 : 0x11, 14)
    for (const [channel, value] of (colour ?? []).entries()) {
      if (colourAt !== undefined) record.writeUInt16LE(value, colourAt + channel * 2)
    }
    return record
  })
  return Buffer.concat([head, ...records])
}
