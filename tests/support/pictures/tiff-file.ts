/** What a TIFF of one strip has, without compression. */
export interface TiffFile {
  width: number
  height: number
  /** The samples of each pixel, with alpha as the last one if there is one. */
  channels: number
  bits: 8 | 12 | 16 | 32 | 64
  /** The samples in the byte order of Intel. */
  data: Buffer
  photometric: 'white is zero' | 'black is zero' | 'rgb' | 'cmyk' | 'ycbcr' | 'lab' | 'icc lab'
  /** Whole numbers without a sign if it is left out. */
  format?: 'whole' | 'signed' | 'float'
  hasAlpha?: boolean
  /** As in EXIF data. */
  orientation?: number
  icc?: Buffer
  /** What GDAL writes for the value of pixels where nothing was measured. */
  noData?: string | undefined
}

const [ASCII, SHORT, LONG, UNDEFINED] = [2, 3, 4, 7]
const PHOTOMETRIC = {
  'white is zero': 0,
  'black is zero': 1,
  rgb: 2,
  cmyk: 5,
  ycbcr: 6,
  lab: 8,
  'icc lab': 9,
}
const FORMAT = { whole: 1, signed: 2, float: 3 }

/** @see TIFF 6.0, sections 2 and 8; ICC.1:2022, B.3 */
export function tiffFile(file: TiffFile): Buffer {
  const {
    width,
    height,
    channels,
    bits,
    data,
    icc,
    noData,
    format = 'whole',
    hasAlpha = false,
    orientation = 1,
  } = file
  const shorts = (value: number) => {
    const bytes = Buffer.alloc(channels * 2)
    for (let at = 0; at < bytes.length; at += 2) bytes.writeUInt16LE(value, at)
    return bytes
  }
  const long = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    return bytes
  }
  const ascii = (tag: number, text: string): (typeof entries)[number] => {
    const value = Buffer.from(`${text}\0`, 'latin1')
    return [tag, ASCII, value.length, value]
  }
  const entries: [tag: number, type: number, count: number, value: Buffer][] = [
    [256, LONG, 1, long(width)],
    [257, LONG, 1, long(height)],
    [258, SHORT, channels, shorts(bits)],
    [259, SHORT, 1, long(1)],
    [262, SHORT, 1, long(PHOTOMETRIC[file.photometric])],
    [273, LONG, 1, data],
    [274, SHORT, 1, long(orientation)],
    [277, SHORT, 1, long(channels)],
    [278, LONG, 1, long(height)],
    [279, LONG, 1, long(data.length)],
    ...(hasAlpha ? [[338, SHORT, 1, long(2)] satisfies (typeof entries)[number]] : []),
    [339, SHORT, channels, shorts(FORMAT[format])],
    ...(icc ? [[34_675, UNDEFINED, icc.length, icc] satisfies (typeof entries)[number]] : []),
    ...(noData === undefined ? [] : [ascii(42_113, noData)]),
  ]
  const directory = Buffer.alloc(2 + entries.length * 12 + 4)
  directory.writeUInt16LE(entries.length)
  const values: Buffer[] = []
  let end = 8 + directory.length
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 2 + index * 12
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(type, at + 2)
    directory.writeUInt32LE(count, at + 4)
    const isPixels = value === data
    if (value.length <= 4 && !isPixels) value.copy(directory, at + 8)
    else {
      directory.writeUInt32LE(end, at + 8)
      values.push(value)
      end += value.length
    }
  }
  return Buffer.concat([Buffer.from('II*\0', 'latin1'), long(8), directory, ...values])
}
