import sharp from 'sharp'

/** An entry of a directory: its tag, its type and its bytes in little-endian order of each number. */
export interface Entry {
  tag: number
  type: number
  /** Numbers, or the two parts of fractions. */
  numbers?: number[]
  text?: string | Buffer
}

/** The three directories of a camera. */
export interface Directories {
  picture?: Entry[]
  exif?: Entry[]
  gps?: Entry[]
}

interface Layout {
  isBigEndian?: boolean
  /** A BigTIFF, whose counts and offsets have eight bytes. */
  isBig?: boolean
}

const [ASCII, SHORT, LONG, LONG8] = [2, 3, 4, 16]
const NUMBER_BYTES: Record<number, number> = {
  1: 1,
  3: 2,
  4: 4,
  5: 4,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 4,
  12: 8,
  16: 8,
}
const FRACTIONS = [5, 10]
const [EXIF_POINTER, GPS_POINTER] = [0x8769, 0x8825]

export const ascii = (tag: number, text: string | Buffer): Entry => ({ tag, type: ASCII, text })
export const short = (tag: number, ...numbers: number[]): Entry => ({ tag, type: SHORT, numbers })
export const byte = (tag: number, ...numbers: number[]): Entry => ({ tag, type: 1, numbers })
/** @param text `38/1 30/1 0/1` */
export const fractions = (tag: number, text: string, type = 5): Entry => ({
  tag,
  type,
  numbers: text.split(/[ /]/).map(Number),
})
export const long = (tag: number, value: number): Entry => ({ tag, type: LONG, numbers: [value] })

/** The TIFF structure of an EXIF block. */
export function exifBlock(directories: Directories, layout: Layout = {}): Buffer {
  return structure(directories, Buffer.alloc(0), layout)
}

/**
 * A grey TIFF of 8 × 8 pixels with these directories behind its pixels.
 *
 * @param padding how many bytes are between the pixels and the first directory
 */
export function taggedTiff(directories: Directories, layout: Layout = {}, padding = 0): Buffer {
  const begin = layout.isBig ? 16 : 8
  const basic = [
    short(256, 8),
    short(257, 8),
    short(258, 8),
    short(259, 1),
    short(262, 1),
    long(273, begin),
    short(277, 1),
    short(278, 8),
    long(279, 64),
  ]
  const picture = [...basic, ...(directories.picture ?? [])]
  return structure({ ...directories, picture }, Buffer.alloc(64 + padding, 0x88), layout)
}

function structure({ picture = [], exif, gps }: Directories, pixels: Buffer, layout: Layout): Buffer {
  const { isBig = false } = layout
  const begin = (isBig ? 16 : 8) + pixels.length
  const pointer = (tag: number, at: number): Entry => ({ tag, type: isBig ? LONG8 : LONG, numbers: [at] })
  const pointers = (exifAt: number, gpsAt: number) => [
    ...picture,
    ...(exif ? [pointer(EXIF_POINTER, exifAt)] : []),
    ...(gps ? [pointer(GPS_POINTER, gpsAt)] : []),
  ]
  // The length of a directory does not depend on where the others are.
  const exifAt = begin + directory(pointers(0, 0), 0, layout).length
  const gpsAt = exifAt + directory(exif ?? [], 0, layout).length
  return Buffer.concat([
    header(begin, layout),
    pixels,
    directory(pointers(exifAt, gpsAt), begin, layout),
    directory(exif ?? [], exifAt, layout),
    directory(gps ?? [], gpsAt, layout),
  ])
}

function header(first: number, { isBigEndian = false, isBig = false }: Layout): Buffer {
  const write = writer(isBigEndian)
  const order = Buffer.from(isBigEndian ? 'MM' : 'II')
  return isBig
    ? Buffer.concat([order, write(43, 2), write(8, 2), write(0, 2), write(first, 8)])
    : Buffer.concat([order, write(42, 2), write(first, 4)])
}

/** A directory with the values that do not fit into their entries behind it. */
function directory(entries: Entry[], at: number, { isBigEndian = false, isBig = false }: Layout): Buffer {
  const write = writer(isBigEndian)
  const [countBytes, entryBytes, offsetBytes] = isBig ? [8, 20, 8] : [2, 12, 4]
  const sorted = [...entries].sort((a, b) => a.tag - b.tag)
  const values: Buffer[] = []
  let place = at + countBytes + sorted.length * entryBytes + offsetBytes
  const table = sorted.map(({ tag, type, numbers = [], text }) => {
    const size = NUMBER_BYTES[type] ?? 1
    const bytes = text === undefined ? Buffer.concat(numbers.map((one) => write(one, size))) : textBytes(text)
    const count = text === undefined ? numbers.length / (FRACTIONS.includes(type) ? 2 : 1) : bytes.length
    const head = [write(tag, 2), write(type, 2), write(count, offsetBytes)]
    if (bytes.length <= offsetBytes)
      return Buffer.concat([...head, bytes, Buffer.alloc(offsetBytes - bytes.length)])
    const even = bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)])
    values.push(even)
    place += even.length
    return Buffer.concat([...head, write(place - even.length, offsetBytes)])
  })
  return Buffer.concat([write(sorted.length, countBytes), ...table, write(0, offsetBytes), ...values])
}

function textBytes(text: string | Buffer): Buffer {
  return typeof text === 'string' ? Buffer.from(`${text}\0`) : text
}

function writer(isBigEndian: boolean) {
  return (value: number, bytes: number): Buffer => {
    const buffer = Buffer.alloc(bytes)
    if (bytes === 8) {
      const long = BigInt(value)
      if (isBigEndian) buffer.writeBigInt64BE(long)
      else buffer.writeBigInt64LE(long)
    } else {
      const raw = value < 0 ? value + 2 ** (8 * bytes) : value
      if (isBigEndian) buffer.writeUIntBE(raw, 0, bytes)
      else buffer.writeUIntLE(raw, 0, bytes)
    }
    return buffer
  }
}

/** A JPEG of 8 × 8 pixels with these parts as APP1 segments, in their order. */
export async function taggedJpeg(...parts: { exif?: Buffer; xmp?: string }[]): Promise<Buffer> {
  const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  const segments = parts.flatMap(({ exif, xmp }) => [
    ...(exif ? [Buffer.concat([Buffer.from('Exif\0\0'), exif])] : []),
    ...(xmp === undefined ? [] : [Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp}`)]),
  ])
  const written = segments.map((data) => {
    const head = Buffer.from([0xff, 0xe1, 0, 0])
    head.writeUInt16BE(data.length + 2, 2)
    return Buffer.concat([head, data])
  })
  return Buffer.concat([plain.subarray(0, 2), ...written, plain.subarray(2)])
}

/** An XMP packet with attributes and elements of RDF, which have the prefixes of `NAMESPACES`. */
export function xmpPacket(attributes: Record<string, string>, elements: Record<string, string> = {}): string {
  const names = [...Object.keys(attributes), ...Object.keys(elements)]
  const prefixes = [...new Set(names.map((name) => name.split(':')[0] ?? ''))]
  const declared = prefixes.map((prefix) => ` xmlns:${prefix}="${NAMESPACES[prefix]}"`).join('')
  const written = Object.entries(attributes).map(([name, value]) => `\n   ${name}="${value}"`)
  const nested = Object.entries(elements).map(([name, value]) => `\n   <${name}>${value}</${name}>`)
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""${declared}${written.join('')}>${nested.join('')}
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`
}

const NAMESPACES: Record<string, string> = {
  'drone-dji': 'http://www.dji.com/drone-dji/1.0/',
  'drone-parrot': 'http://www.parrot.com/drone-parrot/1.0/',
  Camera: 'http://pix4d.com/camera/1.0/',
  aux: 'http://ns.adobe.com/exif/1.0/aux/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  exifEX: 'http://cipa.jp/exif/1.0/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  tiff: 'http://ns.adobe.com/tiff/1.0/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
}
