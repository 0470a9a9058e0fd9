/** HEIC, what phones write: its pictures, and what it says about itself. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodeImage, readMetadata } from '#server/infrastructure/images/decode-image.ts'
import { setUpTestFolder } from '../../support/files/test-folder.ts'
import { patches, RGB, RGB_IN_SRGB } from '../../support/pictures/colour-patches.ts'
import { rgbProfile } from '../../support/pictures/colour-profiles.ts'
import { expectColours } from '../../support/pictures/expect-colours.ts'
import {
  DESCRIBED,
  QUARTERS,
  ROW,
  ROW_OF_10_BITS,
  ROW_WITH_ALPHA,
} from '../../support/pictures/heic-files.ts'
import { gridHeic, TILE_SIDE } from '../../support/pictures/heic-grid.ts'
import {
  box,
  codedColours,
  cropOf,
  mirrorOf,
  turnOf,
  withProperty,
} from '../../support/pictures/heif-boxes.ts'
import { picturesOf } from '../../support/pictures/pictures-of.ts'

const files = setUpTestFolder()

const P3 = { primaries: 12, transfer: 13 }
const profileProperty = (icc: Buffer) => box('colr', Buffer.concat([Buffer.from('prof'), icc]))

describe('the colours of', () => {
  it.each([
    ['8 bits', ROW],
    ['10 bits', ROW_OF_10_BITS],
  ])('a HEIC of %s', async (_, file) => {
    await expectColours(files.path, file, RGB)
    const coded = withProperty(file, codedColours(P3.primaries, P3.transfer))
    await expectColours(files.path, coded, RGB_IN_SRGB['Display P3'])
    for (const space of ['Display P3', 'Adobe RGB', 'ProPhoto RGB'] as const) {
      await expectColours(
        files.path,
        withProperty(file, profileProperty(rgbProfile(space))),
        RGB_IN_SRGB[space],
      )
    }
    // The profile counts more than the code.
    const both = withProperty(coded, profileProperty(rgbProfile('Adobe RGB')))
    await expectColours(files.path, both, RGB_IN_SRGB['Adobe RGB'])
  })

  it('a transparent HEIC are on white ground', async () => {
    const [white, grey] = [
      [255, 255, 255],
      [127, 127, 127],
    ]
    await expectColours(files.path, ROW_WITH_ALPHA, [[255, 0, 0], white ?? [], grey ?? []])
  })

  it.each([8, 10, 12] as const)(
    'an AVIF of %d bits without a profile are those of its code',
    async (bitdepth) => {
      const row = patches({ colours: RGB, photometric: 'rgb', bits: bitdepth === 8 ? 8 : 16 })
      const file = await row.avif({ quality: 100, chromaSubsampling: '4:4:4', bitdepth }).toBuffer()
      await expectColours(
        files.path,
        withProperty(file, codedColours(P3.primaries, P3.transfer)),
        RGB_IN_SRGB['Display P3'],
      )
      // BT.709 and the curve of television count as sRGB, as in browsers.
      await expectColours(files.path, withProperty(file, codedColours(1, 1)), RGB)
    },
  )
})

/** The corners of a picture, as letters. */
async function cornersOf(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const place = (y * info.width + x) * info.channels
    const [red = 0, green = 0, blue = 0] = data.subarray(place, place + 3)
    if (green > 150) return 'green'
    if (red > 200) return 'red'
    return blue > 150 ? 'blue' : 'brown'
  }
  const [right, bottom] = [info.width - 8, info.height - 8]
  return [at(8, 8), at(right, 8), at(8, bottom), at(right, bottom)].join(' ')
}

// As `heif-convert` of libheif 1.15.1 shows these files.
it.each([
  ['not turned', [], [64, 48], 'red green blue brown'],
  ['a quarter counterclockwise', [turnOf(1)], [48, 64], 'green brown red blue'],
  ['a half', [turnOf(2)], [64, 48], 'brown blue green red'],
  ['a quarter clockwise', [turnOf(3)], [48, 64], 'blue red brown green'],
  ['top to bottom', [mirrorOf(0)], [64, 48], 'blue brown red green'],
  ['left to right', [mirrorOf(1)], [64, 48], 'green red brown blue'],
] as const)('a HEIC is upright everywhere: %s', async (_, properties, [width, height], corners) => {
  const file = properties.reduce(withProperty, QUARTERS)
  const path = await files.save(file)
  const pictures = await picturesOf(path, files.path)
  const upright = ['derivative 2560', 'derivative 320', 'crop']
  for (const name of upright)
    expect([name, await cornersOf(pictures[name] as Buffer)]).toEqual([name, corners])
  const tiles = Object.entries(pictures).filter(([name]) => name.startsWith('tile'))
  const largest = await Promise.all(
    tiles.map(async ([, tile]) => ({ tile, size: await sharp(tile).metadata() })),
  )
  const whole = largest.find(({ size }) => size.width === width && size.height === height)
  expect(await cornersOf(whole?.tile as Buffer)).toBe(corners)
})

it('the tiles of a HEIC are at their places, and what the last ones have too much is cut off', async () => {
  const file = gridHeic({ columns: 3, rows: 2, width: 2 * TILE_SIDE + 32, height: TILE_SIDE + 24 })
  const pictures = await picturesOf(await files.save(file), files.path)
  for (const name of ['derivative 2560', 'crop']) {
    const { data, info } = await sharp(pictures[name]).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([160, 88])
    const greenOf = (x: number, y: number) => data[(y * info.width + x) * info.channels + 1] ?? -1
    // The upper squares of a tile are red and green, the lower ones blue and brown.
    for (const x of [16, 80, 144])
      expect([x, greenOf(x, 12) < 50, greenOf(x, 76) < 50]).toEqual([x, true, true])
    for (const x of [48, 112])
      expect([x, greenOf(x, 12) > 150, greenOf(x, 76) > 150]).toEqual([x, true, true])
    expect([greenOf(48, 40) > 150, greenOf(112, 56) > 150]).toEqual([false, false])
  }
})

it('a small part of a large coded picture is shown', async () => {
  // More tiles than libvips allows by itself.
  const whole = gridHeic({ columns: 18, rows: 18, width: 18 * TILE_SIDE, height: 18 * TILE_SIDE })
  // The picture of the tile in the third column and the fourth row.
  const path = await files.save(
    withProperty(whole, cropOf({ width: 64, height: 48, right: -416, down: -360 })),
  )
  const pictures = await picturesOf(path, files.path)
  for (const name of ['derivative 2560', 'crop']) {
    const { width, height } = await sharp(pictures[name]).metadata()
    expect([width, height, await cornersOf(pictures[name] as Buffer)]).toEqual([
      64,
      48,
      'red green blue brown',
    ])
  }
})

describe('what a HEIC says about itself', () => {
  it('is read as from a JPEG', async () => {
    expect(await readMetadata(await files.save(DESCRIBED))).toMatchObject({
      exif: { camera: 'KanatCam H1', taken_at: '2026-09-12T14:03:05' },
      gpano: { projection: 'equirectangular' },
    })
  })

  it('does not turn it once more', async () => {
    const orientation = DESCRIBED.indexOf(Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0, 1, 0]))
    expect(orientation).toBeGreaterThan(0)
    const turned = Buffer.from(DESCRIBED)
    turned.writeUInt8(6, orientation + 8)
    const pictures = await picturesOf(await files.save(turned), files.path)
    for (const name of ['derivative 2560', 'crop'])
      expect([name, await cornersOf(pictures[name] as Buffer)]).toEqual([name, 'red green blue brown'])
    expect(await readMetadata(await files.save(turned))).toMatchObject({
      gpano: { projection: 'equirectangular' },
    })
  })
})

it('the derivatives of a HEIC are JPEG and WebP', async () => {
  const path = await files.save(QUARTERS)
  const derivatives = {
    320: join(files.path, 'small'),
    1280: join(files.path, 'middle'),
    2560: join(files.path, 'large'),
  }
  const image = await decodeImage({ path, maxPixels: 1e6, derivatives })
  expect(image).toMatchObject({ mediaType: 'image/heic', width: 64, height: 48 })
  expect((await sharp(await readFile(derivatives[320])).metadata()).format).toBe('webp')
  expect((await sharp(await readFile(derivatives[2560])).metadata()).format).toBe('jpeg')
})

it.each([
  ['heic', QUARTERS, 'image/heic'],
  ['avif', undefined, 'image/avif'],
] as const)(
  'a %s of the brand mif1, which says neither, is decoded as it is coded',
  async (_, heic, type) => {
    const create = { width: 64, height: 48, channels: 3, background: '#f00' } as const
    const file = Buffer.from(heic ?? (await sharp({ create }).avif().toBuffer()))
    file.write('mif1', 8, 'latin1')
    const path = await files.save(file)
    const derivatives = { 320: `${path}.320`, 1280: `${path}.1280`, 2560: `${path}.2560` }
    const image = await decodeImage({ path, maxPixels: 1e6, derivatives })
    expect(image).toMatchObject({
      mediaType: type,
      width: 64,
      height: 48,
      original_shown: type === 'image/avif',
    })
    const [red = 0, green = 0, blue = 0] = await sharp(derivatives[320])
      .extract({ left: 8, top: 8, width: 1, height: 1 })
      .raw()
      .toBuffer()
    expect([red > 200, green < 50, blue < 50]).toEqual([true, true, true])
  },
)
