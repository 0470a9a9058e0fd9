import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { rgbProfile } from './colour-profiles.ts'
import { DESCRIBED } from './heic-files.ts'
import { box, withProperty } from './heif-boxes.ts'

/** What a camera and its owner write into a file; it must not be in any picture that is made of it. */
export const SECRETS = {
  owner: 'OwnerOfThisCamera',
  serial: 'SerialNumber4711',
  artist: 'ArtistOfThisPhoto',
  xmp: 'NameInTheXmpPacket',
  iptc: 'BylineOfIptc',
  profile: 'NameInTheIccProfile',
  comment: 'CommentOfTheFile',
}

const EXIF = {
  IFD0: { Make: 'KanatCam', Artist: SECRETS.artist, Copyright: SECRETS.owner },
  IFD2: { BodySerialNumber: SECRETS.serial, CameraOwnerName: SECRETS.owner },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '38/1 40/1 12/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '26/1 31/1 0/1',
  },
}

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${SECRETS.xmp}"/></rdf:RDF></x:xmpmeta>`

/** Adobe RGB whose description has the secret. @see ICC.1:2001-04, 6.5.17: the name for Macintosh is in its last 67 bytes */
function namedProfile(): Buffer {
  const profile = rgbProfile('Adobe RGB')
  const description = profile.readUInt32BE(128 + 4 + 4)
  const length = profile.readUInt32BE(128 + 4 + 8)
  profile.writeUInt8(SECRETS.profile.length + 1, description + length - 68)
  profile.write(SECRETS.profile, description + length - 67, 'latin1')
  return profile
}

/** A TIFF of 96 × 64 pixels with everything that a program writes into one. */
async function describedTiff(): Promise<Buffer> {
  const shapes = { create: { width: 96, height: 64, channels: 3, background: '#357' } } as const
  const plain = await sharp(shapes).tiff({ compression: 'none' }).toBuffer()
  const [ascii, byte, undefinedType] = [2, 1, 7]
  return withEntries(plain, [
    [315, ascii, Buffer.from(`${SECRETS.artist}\0`)],
    [700, byte, Buffer.from(XMP)],
    [33_432, ascii, Buffer.from(`${SECRETS.owner}\0`)],
    [33_723, undefinedType, iptcData()],
    [34_675, undefinedType, namedProfile()],
  ])
}

/** A picture with everything that sharp can write. */
async function described(): Promise<Sharp> {
  return sharp(await describedTiff())
    .keepIccProfile()
    .withExif(EXIF)
    .withXmp(XMP)
}

/** The TIFF of sharp, which is in the byte order of Intel, with more entries, each of more than four bytes. */
function withEntries(tiff: Buffer, more: [tag: number, type: number, value: Buffer][]): Buffer {
  const first = tiff.readUInt32LE(4)
  const count = tiff.readUInt16LE(first)
  const entries = Array.from({ length: count }, (_, index) =>
    tiff.subarray(first + 2 + index * 12, first + 14 + index * 12),
  )
  const begin = tiff.length
  let place = begin + 2 + (count + more.length) * 12 + 4
  for (const [tag, type, value] of more) {
    const entry = Buffer.alloc(12)
    entry.writeUInt16LE(tag)
    entry.writeUInt16LE(type, 2)
    entry.writeUInt32LE(value.length, 4)
    entry.writeUInt32LE(place, 8)
    entries.push(entry)
    place += value.length
  }
  entries.sort((a, b) => a.readUInt16LE() - b.readUInt16LE())
  const head = Buffer.alloc(2)
  head.writeUInt16LE(entries.length)
  const file = Buffer.concat([tiff, head, ...entries, Buffer.alloc(4), ...more.map(([, , value]) => value)])
  file.writeUInt32LE(begin, 4)
  return file
}

/** The files by their formats. Each has EXIF data with a place, an owner and a serial number, XMP data and a profile. */
export const PRIVATE_FILES: Record<string, () => Promise<Buffer>> = {
  jpeg: async () => {
    const file = await (await described()).jpeg().toBuffer()
    const comment = jpegSegment(0xfe, Buffer.from(SECRETS.comment))
    return Buffer.concat([file.subarray(0, 2), jpegSegment(0xed, iptcBlock()), comment, file.subarray(2)])
  },
  png: async () => {
    const file = await (await described()).png().toBuffer()
    const text = pngChunk('tEXt', Buffer.from(`Comment\0${SECRETS.comment}`, 'latin1'))
    const afterHeader = 8 + 25
    return Buffer.concat([file.subarray(0, afterHeader), text, file.subarray(afterHeader)])
  },
  tiff: describedTiff,
  webp: async () => (await described()).webp().toBuffer(),
  avif: async () => (await described()).avif().toBuffer(),
  heic: async () => {
    const file = Buffer.from(DESCRIBED)
    // Of the same length, so that nothing moves.
    file.write(SECRETS.artist.slice(0, 8), file.indexOf('KanatCam'), 'latin1')
    file.write(SECRETS.xmp.slice(0, 15), file.indexOf('equirectangular'), 'latin1')
    return withProperty(file, box('colr', Buffer.concat([Buffer.from('prof'), namedProfile()])))
  },
}

/** @see IPTC IIM 4.2, dataset 2:80 */
function iptcData(): Buffer {
  return Buffer.from(`\x1c\x02\x50\0${String.fromCharCode(SECRETS.iptc.length)}${SECRETS.iptc}`, 'latin1')
}

/** The resource 0x0404 of Photoshop. */
function iptcBlock(): Buffer {
  const data = iptcData()
  const head = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0', 'latin1')
  return Buffer.concat([head, Buffer.from([data.length]), data, Buffer.alloc(data.length % 2)])
}

function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  chunk.writeUInt32BE(data.length)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}
