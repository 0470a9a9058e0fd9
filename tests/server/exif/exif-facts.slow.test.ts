/** What exiftool cannot be asked about: fields that it does not know, values that nobody should believe, and how much of a file is read. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_EXIF, PhotoExif } from '#domain/photo.ts'
import { readTags } from '#server/infrastructure/exif/read-tags.ts'
import { readXmp } from '#server/infrastructure/exif/read-xmp.ts'
import { exifOf } from '#server/infrastructure/images/exif.ts'
import { HARMLESS_EXIF, HOSTILE_EXIF } from '../../support/files/hostile-exif.ts'
import {
  ascii,
  byte,
  type Directories,
  exifBlock,
  fractions,
  short,
  taggedTiff,
  xmpPacket,
} from '../../support/files/tagged-picture.ts'
import { temporaryFolder } from '../../support/test-app.ts'
import { growth } from '../../support/time/growth.ts'

const factsOf = (exif: Buffer | undefined, xmp = '') =>
  exifOf('/nowhere', { format: 'jpeg', exif }, readXmp(Buffer.from(xmp)))
const ofXmp = (attributes: Record<string, string>) => factsOf(undefined, xmpPacket(attributes))
const ofBlock = (directories: Directories) => factsOf(exifBlock(directories))

it.each<[title: string, attributes: Record<string, string>, expected: Partial<PhotoExif>]>([
  [
    'Parrot',
    { 'drone-parrot:CameraPitchDegree': '-45.2', 'drone-parrot:CameraYawDegree': '181.5' },
    { gimbal: { pitch: -45.2, yaw: 181.5, roll: null } },
  ],
  [
    'Pix4D, whose pitch is 0 straight down',
    { 'Camera:Pitch': '90', 'Camera:Yaw': '-10.5', 'Camera:Roll': '0.004' },
    { gimbal: { pitch: 0, yaw: 349.5, roll: 0 } },
  ],
  ['Pix4D, straight down', { 'Camera:Pitch': '0.0' }, { gimbal: { pitch: -90, yaw: null, roll: null } }],
  [
    'DJI with other fields of the same names',
    { 'drone-dji:GimbalPitchDegree': '-90.00', 'Camera:Pitch': '12' },
    { gimbal: { pitch: -90, yaw: null, roll: null } },
  ],
  ['a decimal comma', { 'drone-dji:RelativeAltitude': '+84,20' }, { relative_altitude: 84.2 }],
  ['a height below the take-off', { 'drone-dji:RelativeAltitude': '-3.10' }, { relative_altitude: -3.1 }],
  ['a yaw of a whole turn', { 'drone-dji:FlightYawDegree': '+360.00' }, { flight_yaw: 0 }],
  ['a yaw that is rounded to one', { 'drone-dji:FlightYawDegree': '-0.001' }, { flight_yaw: 0 }],
  ['a negative zero', { 'drone-dji:FlightYawDegree': '-0.00' }, { flight_yaw: 0 }],
  ['a pitch that no gimbal reaches', { 'drone-dji:GimbalPitchDegree': '-136.00' }, {}],
  ['a word', { 'drone-dji:GimbalPitchDegree': 'nan', 'drone-dji:RelativeAltitude': 'inf' }, {}],
  ['an empty value', { 'drone-dji:GimbalPitchDegree': '', 'drone-dji:RelativeAltitude': ' ' }, {}],
  ['an exponent', { 'drone-dji:RelativeAltitude': '1.5e+02' }, { relative_altitude: 150 }],
  ['a height in space', { 'drone-dji:RelativeAltitude': '400000.00' }, {}],
  [
    'minutes with many decimals',
    {
      'exif:GPSLatitude': '38,30.255000000000000000000000000012N',
      'exif:GPSLongitude': '26,15.000000000000000000001234W',
    },
    { gps: { latitude: 38.50425, longitude: -26.25, altitude: null } },
  ],
  ['a position of zeros', { 'drone-dji:GpsLatitude': '0.000000', 'drone-dji:GpsLongitude': '+0.000000' }, {}],
])('reads what a drone wrote: %s', async (_, attributes, expected) => {
  expect(await ofXmp(attributes)).toEqual({ ...NO_EXIF, ...expected })
})

it.each<[title: string, directories: Directories, expected: Partial<PhotoExif>]>([
  [
    'references as numbers of letters',
    { gps: [byte(1, 83), fractions(2, '38/1 30/1 0/1'), byte(3, 87), fractions(4, '26/1 15/1 0/1')] },
    { gps: { latitude: -38.5, longitude: -26.25, altitude: null } },
  ],
  [
    'degrees with a sign and no reference',
    { gps: [fractions(2, '-385/10', 10), fractions(4, '-2625/100', 10)] },
    { gps: { latitude: -38.5, longitude: -26.25, altitude: null } },
  ],
  [
    'degrees with a sign and a reference that says the same',
    { gps: [ascii(1, 'S'), fractions(2, '-385/10', 10), ascii(3, 'W'), fractions(4, '-2625/100', 10)] },
    { gps: { latitude: -38.5, longitude: -26.25, altitude: null } },
  ],
  [
    'degrees as a text with a comma',
    { gps: [ascii(1, 'N'), ascii(2, '38,5'), ascii(3, 'E'), ascii(4, '26,25')] },
    { gps: { latitude: 38.5, longitude: 26.25, altitude: null } },
  ],
  [
    'degrees as a text with signs of degrees',
    { gps: [ascii(2, `38° 30' 36" S`), ascii(4, `26° 15' W`)] },
    { gps: { latitude: -38.51, longitude: -26.25, altitude: null } },
  ],
  [
    'minutes without end',
    { gps: [ascii(1, 'N'), fractions(2, '38/1 30/0 0/1'), ascii(3, 'E'), fractions(4, '26/1 15/1 0/1')] },
    {},
  ],
  [
    'another letter',
    { gps: [ascii(1, 'K'), fractions(2, '38/1 30/1 0/1'), ascii(3, 'D'), fractions(4, '26/1 15/1 0/1')] },
    {},
  ],
  [
    'degrees as a text with the word for degrees',
    { gps: [ascii(2, `38 deg 30' 36" N`), ascii(4, `26 deg 15' 0.00" W`)] },
    { gps: { latitude: 38.51, longitude: -26.25, altitude: null } },
  ],
  [
    'degrees as a text with words',
    { gps: [ascii(2, `38 degrees 30 minutes south`), ascii(4, `26 degrees 15 minutes West`)] },
    { gps: { latitude: -38.5, longitude: -26.25, altitude: null } },
  ],
  ['a focal length that is rounded to zero', { exif: [fractions(0x920a, '1/1000')] }, {}],
  ['a focal length of zero', { exif: [fractions(0x920a, '0/100'), short(0xa405, 0)] }, {}],
  ['a lens of dashes', { exif: [ascii(0xa434, '----')] }, {}],
  [
    'text in Latin 1',
    { picture: [ascii(0x0110, Buffer.from('Kamera \xc7ekim\0', 'latin1'))] },
    { camera: 'Kamera Çekim' },
  ],
  [
    'a model that begins with its make',
    { picture: [ascii(0x010f, 'Hasselblad'), ascii(0x0110, 'Hasselblad L1D-20c')] },
    { camera: 'Hasselblad L1D-20c' },
  ],
  ['a very long model', { picture: [ascii(0x0110, 'x'.repeat(5000))] }, { camera: 'x'.repeat(120) }],
  ['a time of another calendar', { exif: [ascii(0x9003, '2569:13:40 14:03:05')] }, {}],
])('reads %s', async (_, directories, expected) => {
  expect(await ofBlock(directories)).toEqual({ ...NO_EXIF, ...expected })
})

it('reads nothing that the server refuses, whatever a file says', async () => {
  const numbers = ['0/0', '1/0', '0/1', '1/1000', '4/1000', '5/1000', '1/4294967295', '4294967295/1', '-1/1']
  const texts = [
    ...numbers,
    '-0.001',
    '359.999',
    '-360',
    '180.004',
    '90.0000001',
    '9'.repeat(9),
    '\0',
    '',
    'x',
  ]
  const packetOf = (value: string) =>
    xmpPacket(
      Object.fromEntries(
        ['Gimbal', 'Flight']
          .flatMap((part) => ['Pitch', 'Yaw', 'Roll'].map((axis) => `drone-dji:${part}${axis}Degree`))
          .concat('drone-dji:RelativeAltitude', 'drone-dji:AbsoluteAltitude', 'drone-dji:GpsLatitude')
          .concat('drone-dji:GpsLongitude', 'exif:FocalLength', 'exif:FocalLengthIn35mmFilm')
          .concat('exif:DateTimeOriginal', 'tiff:Model', 'aux:Lens')
          .map((name) => [name, value]),
      ),
    )
  for (const value of texts) {
    const facts = await factsOf(undefined, packetOf(value))
    expect(PhotoExif.safeParse(facts).error, value).toBeUndefined()
  }
  for (const type of [5, 10]) {
    for (const value of numbers.filter((number) => type === 10 || !number.startsWith('-'))) {
      const place = [2, 4].map((tag) => fractions(tag, value, type))
      const facts = await ofBlock({
        exif: [0x920a, 0xa405].map((tag) => fractions(tag, value, type)),
        gps: [ascii(1, 'S'), ascii(3, 'W'), fractions(6, value, type), ...place],
      })
      expect(PhotoExif.safeParse(facts).error, value).toBeUndefined()
    }
  }
})

it('takes the time of the camera before that of a program', async () => {
  const xmp = xmpPacket({
    'exif:DateTimeOriginal': '2020-01-01T00:00:00',
    'xmp:CreateDate': '2021-01-01T00:00:00',
  })
  const block = exifBlock({ exif: [ascii(0x9004, '2026:09:12 14:03:05')] })
  expect((await factsOf(block, xmp)).taken_at).toBe('2026-09-12T14:03:05')
  expect((await factsOf(undefined, xmp)).taken_at).toBe('2020-01-01T00:00:00')
})

it('reads only the directories and the wanted values of a large TIFF', async () => {
  const tiff = taggedTiff(
    { picture: [ascii(0x010f, 'DJI'), ascii(0x8649, 'x'.repeat(900_000))] },
    {},
    20_000_000,
  )
  let bytes = 0
  const tags = await readTags(
    async (at, length) => {
      bytes += length
      return tiff.subarray(at, at + length)
    },
    new Set([0x010f]),
  )
  expect(tags?.picture).toEqual(new Map([[0x010f, 'DJI']]))
  expect(bytes).toBeLessThan(1000)
})

it('visits three directories at most, whatever they point at', async () => {
  for (const make of [...Object.values(HOSTILE_EXIF), ...Object.values(HARMLESS_EXIF)]) {
    for (const isBigEndian of [false, true]) {
      const block = make(isBigEndian)
      let [reads, bytes] = [0, 0]
      await readTags(
        async (at, length) => {
          reads += 1
          bytes += length
          return block.subarray(at, at + length)
        },
        new Set([0x010f, 0x9003]),
      )
      expect(reads).toBeLessThan(20)
      expect(bytes).toBeLessThan(100_000)
    }
  }
})

it('accepts every part of a structure, and bytes that are none', async () => {
  const block = exifBlock({ picture: [ascii(0x010f, 'DJI')], exif: [ascii(0x9003, '2026:09:12 14:03:05')] })
  for (let length = 0; length < block.length; length += 1) await factsOf(block.subarray(0, length))
  for (let at = 0; at < block.length; at += 1) {
    const changed = Buffer.from(block)
    changed[at] = 0xff
    await factsOf(changed)
  }
  expect(await factsOf(Buffer.from('no structure at all'))).toEqual(NO_EXIF)
})

describe('a TIFF, whose file is read at the places that it says itself', () => {
  let dir: string
  beforeAll(async () => {
    dir = await temporaryFolder()
  })
  afterAll(() => rm(dir, { recursive: true }))

  async function factsOfFile(tiff: Buffer): Promise<PhotoExif> {
    const path = join(dir, 'a.tif')
    await writeFile(path, tiff)
    return exifOf(path, { format: 'tiff' }, readXmp(undefined))
  }

  it.each([6, 8, 9, 10])(
    'says nothing at a place before its beginning, as a number of the type %i',
    async (type) => {
      for (const tag of [0x8769, 0x8825])
        for (const place of [-1, -5, -100])
          expect(
            await factsOfFile(
              taggedTiff({ picture: [{ tag, type, numbers: type === 10 ? [place, 1] : [place] }] }),
            ),
          ).toEqual(NO_EXIF)
    },
  )

  it.each([{}, { isBig: true }, { isBigEndian: true }])(
    'is read, whatever is wrong in it: %o',
    async (layout) => {
      const tiff = taggedTiff(
        { picture: [ascii(0x010f, 'DJI')], exif: [ascii(0x9003, '2026:09:12 14:03:05')] },
        layout,
      )
      for (let at = 0; at < tiff.length; at += 1) {
        for (const value of [9, 0x80, 0xff]) {
          const changed = Buffer.from(tiff)
          changed[at] = value
          expect(PhotoExif.safeParse(await factsOfFile(changed)).error).toBeUndefined()
        }
      }
    },
  )
})

it.each([
  ' ',
  ' a:b=',
  ' a:b="',
  '<a:b ',
  '<a:b>',
  `<a:b ${'y'.repeat(280)}>`,
  '<a:b> <rdf:Seq> <rdf:li>',
  ' xmlns:a="',
  '<!--',
])('reads a packet of many %j in a time that grows with its length', async (part) => {
  const read = (length: number) => readXmp(Buffer.from(part.repeat(Math.floor(length / part.length))))
  expect(await growth(read, 16_384)).toBeLessThan(3)
})
