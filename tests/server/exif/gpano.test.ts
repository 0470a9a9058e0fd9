import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readXmp } from '#server/infrastructure/exif/read-xmp.ts'
import { gpanoOf } from '#server/infrastructure/images/gpano.ts'
import { growth } from '../../support/time/growth.ts'
import { GPANO } from '../photos/sphere-part.ts'

const NAMESPACE = 'http://ns.google.com/photos/1.0/panorama/'
const FIELDS = {
  ProjectionType: 'equirectangular',
  FullPanoWidthPixels: '8000',
  FullPanoHeightPixels: '4000',
  CroppedAreaImageWidthPixels: '4000',
  CroppedAreaImageHeightPixels: '1260',
  CroppedAreaLeftPixels: '2000',
  CroppedAreaTopPixels: '1370',
  PoseHeadingDegrees: '123.5',
}

const asAttributes = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => ` GPano:${name}="${value}"`)
    .join('')
const asElements = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => `<GPano:${name}>${value}</GPano:${name}>`)
    .join('\n')

function packet(attributes: string, elements = '', before = ''): string {
  return `${before}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:GPano="${NAMESPACE}"${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`
}

const read = (xmp: string, orientation = 1) => gpanoOf({ orientation }, readXmp(Buffer.from(xmp)))

/** What a whole file says. */
async function readFrom(bytes: Buffer) {
  const metadata = await sharp(bytes).metadata()
  return gpanoOf(metadata, readXmp(metadata.xmp))
}

it('reads attributes and elements of RDF, with and without the wrapper of the XMP packet', () => {
  expect(read(packet(asAttributes(FIELDS)))).toEqual(GPANO)
  expect(read(packet('', asElements(FIELDS)))).toEqual(GPANO)
  const framed = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>\n${packet(asAttributes(FIELDS))}\n<?xpacket end="w"?>`
  expect(read(framed)).toEqual(GPANO)
  const otherPrefix = packet(asAttributes(FIELDS)).replaceAll('GPano:', 'pano:')
  expect(read(otherPrefix.replace('xmlns:GPano', 'xmlns:pano'))).toEqual(GPANO)
})

it.each(['jpeg', 'png', 'webp', 'tiff'] as const)(
  'reads the XMP data of a file of the type %s',
  async (format) => {
    const picture = sharp({ create: { width: 8, height: 4, channels: 3, background: '#888' } })
    const bytes = await picture
      .withXmp(packet(asAttributes(FIELDS)))
      .toFormat(format)
      .toBuffer()
    expect(await readFrom(bytes)).toEqual(GPANO)
  },
)

it('finds nothing in a picture without GPano, and in a turned one', async () => {
  expect(read(packet('', '').replace(NAMESPACE, 'http://example.org/'))).toBeNull()
  expect(read(packet(''))).toBeNull()
  expect(read(packet(asAttributes(FIELDS)), 6)).toBeNull()
  const picture = sharp({ create: { width: 8, height: 4, channels: 3, background: '#888' } })
  expect(await readFrom(await picture.jpeg().toBuffer())).toBeNull()
})

it.each(['-1', 'NaN', '4000.5', '1e3', 'Infinity', '0x10', '99999999', '', '４０００'])(
  'treats the number %j as missing',
  (value) => {
    expect(read(packet(asAttributes({ ...FIELDS, CroppedAreaLeftPixels: value })))).toEqual({
      ...GPANO,
      left: null,
    })
  },
)

it.each([
  ['123.500000000000000000000', 123.5],
  ['123.456789012345678', 123.45678901234568],
  ['+123.5', 123.5],
  ['123,5', 123.5],
  ['-0.000', 0],
  ['360', 360],
  ['-135', 225],
  ['-0.5', 359.5],
  ['-360', 0],
])('reads the heading %j', (value, heading) => {
  expect(read(packet(asAttributes({ ...FIELDS, PoseHeadingDegrees: value })))?.heading).toBe(heading)
})

it.each(['-360.5', '360.5', 'NaN', '1e9', '12.', '.5', '1.2.3', '9'.repeat(300)])(
  'treats the heading %j as missing',
  (value) => {
    expect(read(packet(asAttributes({ ...FIELDS, PoseHeadingDegrees: value })))).toEqual({
      ...GPANO,
      heading: null,
    })
  },
)

it.each([
  ['17.0', '-30.0', { pitch: 17, roll: -30 }],
  ['-90', '180', { pitch: -90, roll: 180 }],
  ['90.01', '-180.01', { pitch: null, roll: null }],
  ['NaN', '1e9', { pitch: null, roll: null }],
  ['1.7e+01', '12', { pitch: 17, roll: 12 }],
])('reads the pitch %j and the roll %j', (pitch, roll, pose) => {
  const fields = { ...FIELDS, PosePitchDegrees: pitch, PoseRollDegrees: roll }
  expect(read(packet(asAttributes(fields)))).toEqual({ ...GPANO, ...pose })
})

describe('hostile XMP data is harmless', () => {
  it.each<[title: string, xmp: string]>([
    [
      'a billion laughs attack (nested entities)',
      packet(
        asAttributes({ ...FIELDS, ProjectionType: '&j;' }),
        '',
        `<!DOCTYPE x [<!ENTITY a "lol">${'bcdefghij'
          .split('')
          .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'[index]};`.repeat(10)}">`)
          .join('')}]>`,
      ),
    ],
    [
      'an external entity',
      packet(
        '',
        '<GPano:ProjectionType>&e;</GPano:ProjectionType>',
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
      ),
    ],
    ['an unclosed tag', packet(asAttributes(FIELDS)).slice(0, 300)],
    ['binary data', `${NAMESPACE}\0\u0001\uFFFF<?xpacket begin`],
    ['a prototype', packet(' GPano:__proto__="1" GPano:constructor="2"')],
  ])('%s', (_, xmp) => {
    const gpano = read(xmp)
    expect(gpano?.projection ?? '').not.toMatch(/root|lollol/)
    expect(gpano?.full_width ?? 8000).toBe(8000)
  })

  it.each<[title: string, xmpOf: (size: number) => string]>([
    ['deeply nested elements', (size) => packet('', '<a>'.repeat(size))],
    ['well nested elements', (size) => packet('', `${'<GPano:a>'.repeat(size)}${'</GPano:a>'.repeat(size)}`)],
    [
      'many attributes',
      (size) => packet(Array.from({ length: size }, (_, n) => ` GPano:a${n}="1"`).join('')),
    ],
    ['a long packet', (size) => packet(asAttributes(FIELDS), '<!--'.padEnd(20 * size, ' '))],
  ])('%s', async (_, xmpOf) => {
    expect(read(xmpOf(60_000))?.full_width ?? 8000).toBe(8000)
    expect(await growth((size) => read(xmpOf(size)), 1000)).toBeLessThan(3)
  })
})
