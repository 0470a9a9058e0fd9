/** TIFFs of thermal cameras and other instruments: their values are temperatures or heights, not colours. */
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { decodeImage, readMetadata } from '#server/infrastructure/images/decode-image.ts'
import { findPicture, pixelsOf } from '#server/infrastructure/pictures/open-picture.ts'
import { setUpTestFolder } from '../../support/files/test-folder.ts'
import { coloursIn } from '../../support/pictures/colour-patches.ts'
import { rgbProfile } from '../../support/pictures/colour-profiles.ts'
import { picturesOf } from '../../support/pictures/pictures-of.ts'
import { type TiffFile, tiffFile } from '../../support/pictures/tiff-file.ts'

const files = setUpTestFolder()

const WRITERS: Record<string, (bytes: Buffer, value: number, at: number) => void> = {
  'whole 8': (bytes, value, at) => bytes.writeUInt8(value, at),
  'whole 16': (bytes, value, at) => bytes.writeUInt16LE(value, at),
  'signed 8': (bytes, value, at) => bytes.writeInt8(value, at),
  'float 16': (bytes, value, at) => bytes.set(Buffer.from(Float16Array.of(value).buffer), at),
  'signed 16': (bytes, value, at) => bytes.writeInt16LE(value, at),
  'whole 32': (bytes, value, at) => bytes.writeUInt32LE(value, at),
  'signed 32': (bytes, value, at) => bytes.writeInt32LE(value, at),
  'float 32': (bytes, value, at) => bytes.writeFloatLE(value, at),
  'float 64': (bytes, value, at) => bytes.writeDoubleLE(value, at),
}

type Samples = Pick<TiffFile, 'bits' | 'photometric' | 'orientation' | 'icc' | 'noData'> & {
  format: NonNullable<TiffFile['format']>
}

/** A TIFF whose values are those of the pixels, row by row, in rows of `width` pixels. */
function tiffOf(values: number[], width: number, samples: Samples, channels = 1): Buffer {
  const { bits, format } = samples
  const data = Buffer.alloc((values.length * bits) / 8)
  for (const [index, value] of values.entries())
    WRITERS[`${format} ${bits}`]?.(data, value, (index * bits) / 8)
  return tiffFile({ width, height: values.length / channels / width, channels, data, ...samples })
}

/** 300 columns, each with one value: 0 on the left, 299 on the right. */
const RAMP = Array.from({ length: 300 * 20 }, (_, index) => index % 300)

const grey = { bits: 32, format: 'float', photometric: 'black is zero' } as const

async function greysOf(file: Buffer): Promise<number[]> {
  const picture = await findPicture(await files.save(file))
  if (!picture) throw new Error('It is no picture.')
  const opened = await pixelsOf(picture)
  const { data, info } = await opened.raw(opened.open())
  return Array.from({ length: info.width * info.height }, (_, index) => data[index * info.channels] ?? -1)
}

it.each([
  ['temperatures in floating point', grey, (value: number) => value / 10 - 5],
  ['temperatures as fractions of one', grey, (value: number) => value / 1e6],
  ['whole numbers of 32 bits', { ...grey, format: 'whole' }, (value: number) => value * 1000],
  [
    'numbers of 32 bits with a sign',
    { ...grey, format: 'signed' },
    (value: number) => value * 1000 - 150_000,
  ],
  ['numbers of 16 bits with a sign', { ...grey, bits: 16, format: 'signed' }, (value: number) => value * 10],
] as const)('%s are grey from the lowest to the highest', async (_, samples, convert) => {
  const greys = await greysOf(tiffOf(RAMP.map(convert), 300, samples))
  // 1 % of 300 columns are three.
  for (const [column, value] of [
    [0, 0],
    [2, 0],
    [150, 128],
    [75, 62],
    [297, 255],
    [299, 255],
  ] as const) {
    expect([column, Math.abs((greys[column] ?? -1) - value) <= 2]).toEqual([column, true])
  }
})

it('the picture is grey everywhere, and neither black nor white, in everything that is made of it', async () => {
  const path = await files.save(tiffOf(RAMP, 300, grey))
  for (const [name, picture] of Object.entries(await picturesOf(path, files.path))) {
    if (name === 'crop of two parts') continue
    const [left, middle, right] = await coloursIn(picture, 3)
    expect([name, left?.[0] ?? 0, middle?.[0] ?? 0, right?.[0] ?? 0]).toEqual([
      name,
      expect.closeTo(47, -1),
      expect.closeTo(133, -1),
      expect.closeTo(219, -1),
    ])
    expect(new Set(middle).size).toBe(1)
  }
})

it.each([
  ['measured values', { ...grey, channels: 1 }, (value: number) => [value]],
  ['CIELAB', { bits: 8, format: 'whole', photometric: 'lab', channels: 3 }, (value: number) => [value, 0, 0]],
] as const)('%s are turned as the file says, in everything that is made of them', async (_, kind, pixel) => {
  // Dark on the left and light on the right, so it is dark at the top after a quarter turn clockwise.
  const values = Array.from({ length: 200 * 100 }, (_, index) => pixel(index % 200 < 100 ? 50 : 200)).flat()
  const { channels, ...samples } = kind
  const path = await files.save(tiffOf(values, 200, { ...samples, orientation: 6 }, channels))
  for (const [name, picture] of Object.entries(await picturesOf(path, files.path))) {
    const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
    const row = info.width * info.channels
    const [top = 0, bottom = 0] = [data[5 * row], data[(info.height - 5) * row]]
    if (info.height > 20) expect([name, info.height / info.width, top < bottom]).toEqual([name, 2, true])
  }
})

it('the answer says which values are black and white', async () => {
  const path = await files.save(
    tiffOf(
      RAMP.map((value) => value / 10 - 5),
      300,
      grey,
    ),
  )
  const derivatives = { 320: `${path}.320`, 1280: `${path}.1280`, 2560: `${path}.2560` }
  for (const said of [await decodeImage({ path, maxPixels: 1e6, derivatives }), await readMetadata(path)]) {
    expect(said?.exif.shown_range?.black).toBeCloseTo(-4.7, 1)
    expect(said?.exif.shown_range?.white).toBeCloseTo(24.6, 1)
  }
  const seen = tiffOf(RAMP, 300, { ...grey, bits: 16, format: 'whole' })
  expect((await readMetadata(await files.save(seen))).exif.shown_range).toBeNull()
})

it('single values that are far off do not take the range', async () => {
  const values = [...RAMP]
  values[150] = 1e30
  values[151] = -1e30
  const greys = await greysOf(tiffOf(values, 300, grey))
  expect(greys.slice(150, 152)).toEqual([255, 0])
  expect(greys[450]).toBeGreaterThan(120)
  expect(greys[450]).toBeLessThan(136)
})

/** As `gdal_translate -ot Byte -scale 3 296 0 255` (GDAL 3.6.2) shows the columns of `RAMP` whose values are the keys. */
const SCALED = { 3: 0, 75: 63, 150: 128, 200: 171, 296: 255, 299: 255 }

const signed16 = { ...grey, bits: 16, format: 'signed' } as const
it.each([
  ['NaN', grey, Number.NaN, undefined],
  ['infinite', grey, Number.POSITIVE_INFINITY, undefined],
  ['negative infinite', grey, Number.NEGATIVE_INFINITY, undefined],
  ['the least number of floating point', grey, -3.4028234663852886e38, undefined],
  ['the greatest one', grey, 3.4028234663852886e38, undefined],
  ['-9999', grey, -9999, '-9999'],
  ['a value among the others', grey, 17, ' 17 '],
  ['a value that floating point of 32 bits has not exactly', grey, -1.2345, '-1.2345'],
  ['-32767 of 16 bits', signed16, -32_767, '-32767'],
  [
    '-32768 of 16 bits, where white is zero',
    { ...signed16, photometric: 'white is zero' },
    -32_768,
    '-32768',
  ],
  ['the least number of 32 bits', { ...grey, format: 'signed' }, -2_147_483_648, '-2147483648'],
  ['the greatest number of 32 bits', { ...grey, format: 'whole' }, 4_294_967_295, '4294967295'],
] as const)(
  'what is not measured is black and takes nothing of the range: %s',
  async (_, samples, missing, noData) => {
    // The lower half, as the ground around a mosaic.
    const values = [...RAMP, ...RAMP.map(() => missing)]
    const path = await files.save(tiffOf(values, 300, { ...samples, noData }))
    const picture = await findPicture(path)
    if (!picture) throw new Error('It is no picture.')
    const { range, raw, open } = await pixelsOf(picture)
    expect(range).toEqual({ black: 3, white: 296 })
    const { data, info } = await raw(open())
    const greyAt = (place: number) => data[place * info.channels]
    for (const [column, expected] of Object.entries(SCALED))
      expect([column, Math.abs((greyAt(Number(column)) ?? -1) - expected) <= 1]).toEqual([column, true])
    const below = Array.from(RAMP, (_value, place) => greyAt(RAMP.length + place))
    expect(new Set(below)).toEqual(new Set([0]))
  },
)

it.each([
  ['whole numbers of 16 bits', { ...signed16, format: 'signed' }, -1000],
  ['whole numbers of 8 bits', { ...grey, bits: 8, format: 'signed' }, -100],
] as const)('the values of %s with a sign are those of the file', async (_, samples, least) => {
  const values = Array.from({ length: 200 * 20 }, (_value, place) => least + (place % 200))
  const path = await files.save(tiffOf(values, 200, samples))
  expect((await readMetadata(path)).exif.shown_range).toEqual({ black: least + 2, white: least + 197 })
})

it('an empty text for what is not measured says nothing, and zero is zero', async () => {
  for (const [noData, black] of [
    ['', 0],
    ['0', 10],
    ['n/a', 0],
  ] as const) {
    const values = RAMP.map((value) => (value < 100 ? 0 : value - 90))
    const path = await files.save(tiffOf(values, 300, { ...grey, noData }))
    const { shown_range } = (await readMetadata(path)).exif
    expect([noData, Math.abs((shown_range?.black ?? -1) - black) < 3]).toEqual([noData, true])
  }
})

it('a few values that differ are shown where nearly all are equal', async () => {
  const values = RAMP.map((_value, place) => (place < 20 ? 40 : place < 40 ? 60 : 20))
  const path = await files.save(tiffOf(values, 300, grey))
  expect((await readMetadata(path)).exif.shown_range).toEqual({ black: 20, white: 60 })
  const greys = await greysOf(tiffOf(values, 300, grey))
  expect([greys[0], greys[30], greys[100]]).toEqual([128, 255, 0])
})

it.each([
  [21.5, 128],
  [Number.NaN, 0],
])('a picture of %d alone is one grey, and no value is said to be black or white', async (value, shown) => {
  const file = tiffOf(
    RAMP.map(() => value),
    300,
    grey,
  )
  expect(new Set(await greysOf(file))).toEqual(new Set([shown]))
  expect((await readMetadata(await files.save(file))).exif.shown_range).toBeNull()
})

it.each([[undefined], [rgbProfile('sRGB')]])(
  'three channels of floating point are linear light',
  async (icc) => {
    const values = Array.from({ length: 20 * 20 }, () => [0, 0.5, 1]).flat()
    const file = tiffOf(values, 20, { ...grey, photometric: 'rgb', ...(icc && { icc }) }, 3)
    for (const [name, picture] of Object.entries(await picturesOf(await files.save(file), files.path))) {
      const [[red = -1, green = -1, blue = -1] = []] = await coloursIn(picture, 1)
      // 0.5 is 188 in sRGB. WebP of the smallest derivative is less exact.
      expect([name, red < 8, Math.abs(green - 188) < 8, blue > 247]).toEqual([name, true, true, true])
    }
  },
)

it.each([
  ['64 bits', tiffOf([1, 2, 3, 4], 2, { ...grey, bits: 64 })],
  [
    '64 bits in three channels',
    tiffOf([1, 2, 3, 4, 5, 6], 2, { bits: 64, format: 'float', photometric: 'rgb' }, 3),
  ],
  [
    'several measured channels',
    tiffOf([1, 2, 3, 4, 5, 6], 2, { bits: 32, format: 'signed', photometric: 'rgb' }, 3),
  ],
  [
    'five spectral bands',
    tiffOf([1, 2, 3, 4, 5], 1, { bits: 16, format: 'whole', photometric: 'black is zero' }, 5),
  ],
  [
    'colours and two more bands',
    tiffOf([1, 2, 3, 4, 5], 1, { bits: 16, format: 'whole', photometric: 'rgb' }, 5),
  ],
  ['12 bits', tiffOf([1, 2], 2, { bits: 12, format: 'whole', photometric: 'rgb' }, 3)],
  ['YCbCr without JPEG', tiffOf([1, 2, 3], 1, { bits: 8, format: 'whole', photometric: 'ycbcr' }, 3)],
  ['floating point of 16 bits', tiffOf([1, 2, 3, 4], 2, { ...grey, bits: 16 })],
  ['CMYK in floating point', tiffOf([1, 2, 3, 4], 1, { ...grey, photometric: 'cmyk' }, 4)],
  ['CIELAB in floating point', tiffOf([1, 2, 3, 4, 5, 6], 2, { ...grey, photometric: 'lab' }, 3)],
] as const)('a TIFF with %s is refused with a reason', async (_, file) => {
  const path = await files.save(file)
  await expect(picturesOf(path, files.path)).rejects.toMatchObject({
    code: 'unsupported_file',
    reason: { code: 'tiff_samples' },
  })
})

it('a stored TIFF whose values cannot be shown says everything else', async () => {
  const file = tiffOf([1, 2, 3, 4, 5, 6], 2, { bits: 32, format: 'signed', photometric: 'rgb' }, 3)
  expect(await readMetadata(await files.save(file))).toMatchObject({
    exif: { shown_range: null },
    original_shown: false,
  })
})
