const [SHORT, LONG, UNDEFINED] = [3, 4, 7]

/** The reader keeps only some rows in memory. */
const ROWS_OF_STRIP = 16

/** The header of an uncompressed, little-endian TIFF, followed by its pixels row by row. */
export interface PlainTiff {
  width: number
  height: number
  /** Grey, or RGB, with alpha as the last one of four. */
  channels: 1 | 3 | 4
  bits: 8 | 16
  icc?: Buffer | undefined
  /** As in EXIF data. */
  orientation?: number | undefined
}

/** @returns an even number of bytes. @see TIFF 6.0, sections 2 and 6; ICC.1:2022, B.3 */
export function tiffHeader({ width, height, channels, bits, icc, orientation = 1 }: PlainTiff): Buffer {
  const rowBytes = width * channels * (bits / 8)
  const strips = Array.from(
    { length: Math.ceil(height / ROWS_OF_STRIP) },
    (_, index) => index * ROWS_OF_STRIP,
  )
  const entries: [tag: number, type: number, values: readonly number[] | Buffer][] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, Array.from({ length: channels }, () => bits)],
    [259, SHORT, [1]],
    [262, SHORT, [channels === 1 ? 1 : 2]],
    // Written when the length of the header is known.
    [273, LONG, strips],
    [274, SHORT, [orientation]],
    [277, SHORT, [channels]],
    [278, LONG, [ROWS_OF_STRIP]],
    [279, LONG, strips.map((row) => Math.min(ROWS_OF_STRIP, height - row) * rowBytes)],
    ...(channels === 4 ? ([[338, SHORT, [2]]] satisfies (typeof entries)[number][]) : []),
    ...(icc ? ([[34_675, UNDEFINED, icc]] satisfies (typeof entries)[number][]) : []),
  ]
  const lengthOf = ([, type, values]: (typeof entries)[number]) =>
    type === UNDEFINED ? values.length : values.length * (type === SHORT ? 2 : 4)
  const directoryEnd = 8 + 2 + entries.length * 12 + 4
  const end = entries
    .map(lengthOf)
    .reduce((sum, length) => sum + (length > 4 ? even(length) : 0), directoryEnd)
  const header = Buffer.alloc(end)
  header.write('II*\0', 'latin1')
  header.writeUInt32LE(8, 4)
  header.writeUInt16LE(entries.length, 8)
  let free = directoryEnd
  for (const [index, item] of entries.entries()) {
    const [tag, type, values] = item
    const [at, length] = [10 + index * 12, lengthOf(item)]
    header.writeUInt16LE(tag, at)
    header.writeUInt16LE(type, at + 2)
    header.writeUInt32LE(values.length, at + 4)
    let place = at + 8
    if (length > 4) {
      header.writeUInt32LE(free, place)
      place = free
      free += even(length)
    }
    if (Buffer.isBuffer(values)) values.copy(header, place)
    else if (type === SHORT)
      for (const [nth, value] of values.entries()) header.writeUInt16LE(value, place + nth * 2)
    else
      for (const [nth, value] of values.entries())
        header.writeUInt32LE(tag === 273 ? end + value * rowBytes : value, place + nth * 4)
  }
  return header
}

function even(length: number): number {
  return length + (length & 1)
}
