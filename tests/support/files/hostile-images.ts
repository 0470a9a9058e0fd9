/** Small images that are slow to decode: a structure of each format is repeated until the file has `bytes` bytes. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Generator = (bytes: number) => Promise<Buffer> | Buffer

/** The images by the repeated structure. Most are well-formed, so that a decoder does not reject them early. */
export const HOSTILE_IMAGES: Record<string, Generator> = {
  'png-text-chunks.png': (bytes) => png(repeat(pngChunk('tEXt', Buffer.alloc(0)), bytes)),
  'png-compressed-texts.png': (bytes) =>
    png(repeat(pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync('')])), bytes)),
  'png-empty-data-chunks.png': (bytes) => png(repeat(pngChunk('IDAT', Buffer.alloc(0)), bytes)),
  'png-huge-profile.png': (bytes) =>
    png(pngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(profile(bytes), { level: 0 })]))),
  'png-huge-exif.png': (bytes) => png(pngChunk('eXIf', tiffDirectory(bytes))),
  'png-huge-xmp.png': (bytes) =>
    png(pngChunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), xmp(bytes)]))),
  'jpeg-comments.jpg': (bytes) => jpegAfterStart(repeat(jpegSegment(0xfe, Buffer.alloc(0)), bytes)),
  'jpeg-application-segments.jpg': (bytes) =>
    jpegAfterStart(repeat(jpegSegment(0xef, Buffer.from('a\0')), bytes)),
  'jpeg-fill-bytes.jpg': (bytes) => jpegAfterStart(Buffer.alloc(bytes, 0xff)),
  'jpeg-scans.jpg': jpegOfScans,
  'jpeg-huge-profile.jpg': (bytes) => jpegAfterStart(jpegProfile(bytes)),
  'jpeg-exif-blocks.jpg': (bytes) =>
    jpegAfterStart(
      repeat(jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiffDirectory(60_000)])), bytes),
    ),
  'jpeg-xmp-blocks.jpg': (bytes) =>
    jpegAfterStart(
      repeat(
        jpegSegment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), xmp(60_000)])),
        bytes,
      ),
    ),
  'tiff-pages.tif': tiffOfPages,
  'tiff-entries.tif': (bytes) => tiffDirectory(bytes),
  'gif-frames.gif': gifOfFrames,
  'gif-comments.gif': (bytes) => gif(repeat(Buffer.from([0x21, 0xfe, 1, 97, 0]), bytes)),
  'webp-frames.webp': webpOfFrames,
  'webp-unknown-chunks.webp': (bytes) => webp([repeat(riffChunk('ABCD', Buffer.alloc(0)), bytes)]),
  'webp-huge-exif.webp': (bytes) => webp([riffChunk('EXIF', tiffDirectory(bytes))]),
  'webp-huge-xmp.webp': (bytes) => webp([riffChunk('XMP ', xmp(bytes))]),
  'avif-empty-boxes.avif': (bytes) => avif(repeat(box('free', Buffer.alloc(0)), bytes)),
  'avif-nested-boxes.avif': (bytes) => avif(nestedBoxes(bytes)),
  'avif-items.avif': (bytes) => avif(items(bytes, 'av01')),
  'heic-empty-boxes.heic': (bytes) => heic(repeat(box('free', Buffer.alloc(0)), bytes)),
  'heic-nested-boxes.heic': (bytes) => heic(nestedBoxes(bytes)),
  'heic-items.heic': (bytes) => heic(items(bytes, 'hvc1')),
}

function repeat(part: Buffer, bytes: number): Buffer {
  return Buffer.alloc(Math.floor(bytes / part.length) * part.length, part)
}

const u16 = (value: number) => Buffer.from([value >> 8, value & 255])
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** @see https://www.w3.org/TR/png-3/#5Chunk-layout */
function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([u32(data.length), body, u32(crc32(body))])
}

/** A PNG of 10 × 10 grey pixels with `chunks` before them. */
function png(chunks: Buffer): Buffer {
  const header = Buffer.concat([u32(10), u32(10), Buffer.from([8, 0, 0, 0, 0])])
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc(11 * 10)))
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    chunks,
    pixels,
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** @see ITU-T T.81, annex B */
function jpegSegment(marker: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, marker]), u16(data.length + 2), data])
}

async function jpegAfterStart(segments: Buffer): Promise<Buffer> {
  const image = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  return Buffer.concat([image.subarray(0, 2), segments, image.subarray(2)])
}

/** A progressive JPEG that repeats its last scan. Each scan is decoded over the whole picture. */
async function jpegOfScans(bytes: number): Promise<Buffer> {
  const image = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#888' } })
    .jpeg({ progressive: true })
    .toBuffer()
  const scan = image.subarray(image.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  return Buffer.concat([image.subarray(0, -2), repeat(scan, bytes), image.subarray(-2)])
}

/** @see ICC.1:2022, B.4 Embedding ICC profiles in JPEG files */
function jpegProfile(bytes: number): Buffer {
  const part = 65_000
  const parts = Math.min(255, Math.ceil(bytes / part))
  const whole = profile(parts * part)
  return Buffer.concat(
    Array.from({ length: parts }, (_, index) =>
      jpegSegment(
        0xe2,
        Buffer.concat([
          Buffer.from('ICC_PROFILE\0'),
          Buffer.from([index + 1, parts]),
          whole.subarray(index * part, (index + 1) * part),
        ]),
      ),
    ),
  )
}

/** An ICC profile that consists of a table of tags. @see ICC.1:2022, 7 */
function profile(bytes: number): Buffer {
  const tags = Math.floor((bytes - 132) / 12)
  const header = Buffer.alloc(132)
  header.writeUInt32BE(bytes, 0)
  header.write('\x04\x00\x00\x00mntrRGB XYZ ', 8, 'latin1')
  header.write('acsp', 36, 'latin1')
  header.writeUInt32BE(tags, 128)
  const tag = Buffer.concat([Buffer.from('desc'), u32(0), u32(16)])
  return Buffer.concat([header, Buffer.alloc(tags * 12, tag)], bytes)
}

function xmp(bytes: number): Buffer {
  const [start, end] = ['<x:xmpmeta xmlns:x="adobe:ns:meta/">', '</x:xmpmeta>']
  const depth = Math.floor((bytes - start.length - end.length) / 7)
  return Buffer.from(`${start}${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}${end}`)
}

/** A TIFF with many directories, each with the maximum number of entries. @see TIFF 6.0, section 2 */
function tiffDirectory(bytes: number): Buffer {
  const entriesMax = Math.min(60_000, Math.floor((bytes - 14) / 12))
  const entry = Buffer.from([0x01, 0x0e, 0, 2, 0, 0, 0, 4, 97, 97, 97, 0])
  const length = 6 + entriesMax * 12
  const count = Math.max(1, Math.floor((bytes - 8) / length))
  const parts = [Buffer.from('MM\0*'), u32(8)]
  for (let index = 0; index < count; index += 1) {
    const next = index === count - 1 ? 0 : 8 + (index + 1) * length
    parts.push(u16(entriesMax), Buffer.alloc(entriesMax * 12, entry), u32(next))
  }
  return Buffer.concat(parts)
}

/** A TIFF with many tiny pages. */
function tiffOfPages(bytes: number): Buffer {
  const entries: [tag: number, value: number][] = [
    [256, 1],
    [257, 1],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, 1],
    [279, 1],
  ]
  const length = 2 + entries.length * 12 + 4
  const count = Math.floor(bytes / length)
  const parts = [Buffer.from('MM\0*'), u32(12), Buffer.from([128, 0, 0, 0])]
  for (let index = 0; index < count; index += 1) {
    parts.push(u16(entries.length))
    for (const [tag, value] of entries) parts.push(u16(tag), u16(4), u32(1), u32(value))
    parts.push(u32(index === count - 1 ? 0 : 12 + (index + 1) * length))
  }
  return Buffer.concat(parts)
}

/** A GIF with `blocks` before its one pixel. @see https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
function gif(blocks: Buffer): Buffer {
  const head = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  return Buffer.concat([head, blocks, gifFrame, Buffer.from(';')])
}

const gifFrame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])

function gifOfFrames(bytes: number): Buffer {
  return gif(repeat(gifFrame, bytes))
}

/** @see https://www.rfc-editor.org/rfc/rfc9649 */
function riffChunk(type: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(type, 'latin1'), size, data, Buffer.alloc(data.length % 2)])
}

/** The chunk with the pixels of a WebP of one pixel. */
async function webpPixels(): Promise<Buffer> {
  const image = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#888' } })
    .webp({ lossless: true })
    .toBuffer()
  return image.subarray(12)
}

async function webp(chunks: Buffer[]): Promise<Buffer> {
  const flags = Buffer.from([0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  const body = Buffer.concat([Buffer.from('WEBP'), riffChunk('VP8X', flags), await webpPixels(), ...chunks])
  return riffChunk('RIFF', body)
}

async function webpOfFrames(bytes: number): Promise<Buffer> {
  const frame = riffChunk('ANMF', Buffer.concat([Buffer.alloc(16), await webpPixels()]))
  const flags = Buffer.from([0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  const animation = riffChunk('ANIM', Buffer.alloc(6))
  const body = Buffer.concat([Buffer.from('WEBP'), riffChunk('VP8X', flags), animation, repeat(frame, bytes)])
  return riffChunk('RIFF', body)
}

/** @see ISO/IEC 14496-12, 4.2 */
function box(type: string, data: Buffer): Buffer {
  return Buffer.concat([u32(data.length + 8), Buffer.from(type, 'latin1'), data])
}

function avif(boxes: Buffer): Buffer {
  return Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0avifmif1')), boxes])
}

function heic(boxes: Buffer): Buffer {
  return Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')), boxes])
}

/** Nested boxes, as deep as possible. */
function nestedBoxes(bytes: number): Buffer {
  const header = (size: number) => Buffer.concat([u32(size), Buffer.from('meta'), u32(0)])
  const parts: Buffer[] = []
  for (let left = bytes - (bytes % 12); left > 0; left -= 12) parts.push(header(left))
  return Buffer.concat(parts)
}

/** A table of contents with an entry for every 21 bytes. */
function items(bytes: number, type: string): Buffer {
  const item = box('infe', Buffer.concat([Buffer.from([2, 0, 0, 0, 0, 1, 0, 0]), Buffer.from(`${type}\0`)]))
  const entries = repeat(item, bytes)
  const count = entries.length / item.length
  const handler = box('hdlr', Buffer.concat([Buffer.alloc(8), Buffer.from('pict'), Buffer.alloc(13)]))
  const table = box('iinf', Buffer.concat([Buffer.from([1, 0, 0, 0]), u32(count), entries]))
  return box('meta', Buffer.concat([u32(0), handler, table]))
}
