/** Every picture that the product makes of an upload shows the colours that lcms computes. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { folder, setUpFolder } from '../../support/folder-setup.ts'
import {
  type Colour,
  PATCH_SIDE,
  type Patches,
  patches,
  patchesTiff,
  RGB,
  RGB_IN_SRGB,
} from '../../support/pictures/colour-patches.ts'
import { greyProfile, RGB_SPACES, rgbProfile } from '../../support/pictures/colour-profiles.ts'
import { expectColours } from '../../support/pictures/expect-colours.ts'
import { tiffFile } from '../../support/pictures/tiff-file.ts'

setUpFolder('file')

const SPACES = Object.keys(RGB_SPACES) as (keyof typeof RGB_SPACES)[]

const GREYS = [[0], [64], [128], [200], [255], [30]]
/** As above, with `greyProfile`. */
const GREYS_IN_SRGB = [0, 81, 146, 210, 255, 40].map((value) => [value, value, value])

const CMYK = [
  [255, 0, 0, 0],
  [0, 255, 255, 0],
  [0, 0, 0, 255],
  [10, 200, 200, 30],
  [120, 60, 30, 10],
  [0, 0, 0, 0],
  [255, 255, 255, 255],
  [30, 30, 30, 128],
]
/** As above, with the CMYK profile that sharp has. */
const CMYK_IN_SRGB = [
  [0, 156, 228],
  [232, 31, 42],
  [41, 35, 43],
  [204, 78, 67],
  [128, 156, 183],
  [255, 255, 255],
  [33, 33, 44],
  [129, 125, 126],
]

/** The profile that sharp has for CMYK. */
async function cmykProfile(): Promise<Buffer> {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
  const { icc } = await sharp(await picture.withIccProfile('cmyk').jpeg().toBuffer()).metadata()
  if (!icc) throw new Error('sharp has written no profile.')
  return icc
}

const KINDS: Record<string, { bits: 8 | 16; make: (input: Patches) => Buffer | Promise<Buffer> }> = {
  'JPEG, 8 bits': {
    bits: 8,
    make: (input) => patches(input).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
  },
  'PNG, 8 bits': { bits: 8, make: (input) => patches(input).png({ palette: false }).toBuffer() },
  'PNG with a palette': {
    bits: 8,
    make: (input) => patches(input).png({ palette: true, colours: 256, dither: 0 }).toBuffer(),
  },
  'PNG, 16 bits': { bits: 16, make: (input) => patches(input).png().toBuffer() },
  WebP: { bits: 8, make: (input) => patches(input).webp({ lossless: true }).toBuffer() },
  'TIFF, 8 bits': { bits: 8, make: patchesTiff },
  'TIFF, 16 bits': { bits: 16, make: patchesTiff },
  'AVIF, 8 bits': {
    bits: 8,
    make: (input) => patches(input).avif({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
  },
  'AVIF, 10 bits': {
    bits: 16,
    make: (input) =>
      patches(input).avif({ quality: 100, chromaSubsampling: '4:4:4', bitdepth: 10 }).toBuffer(),
  },
  'AVIF, 12 bits': {
    bits: 16,
    make: (input) =>
      patches(input).avif({ quality: 100, chromaSubsampling: '4:4:4', bitdepth: 12 }).toBuffer(),
  },
}

for (const [kind, { bits, make }] of Object.entries(KINDS)) {
  it.each(SPACES)(`${kind} in %s`, async (space) => {
    const input = { colours: RGB, photometric: 'rgb', bits, icc: rgbProfile(space) } as const
    await expectColours(folder, await make(input), RGB_IN_SRGB[space])
  })

  it(`${kind} without a profile is sRGB`, async () => {
    await expectColours(folder, await make({ colours: RGB, photometric: 'rgb', bits }), RGB)
  })
}

it.each([
  ['TIFF, 8 bits', 8, patchesTiff],
  ['TIFF, 16 bits', 16, patchesTiff],
  ['PNG, 8 bits', 8, (input: Patches) => patches(input).png({ palette: false }).toBuffer()],
  ['PNG, 16 bits', 16, (input: Patches) => patches(input).png().toBuffer()],
  ['JPEG, 8 bits', 8, (input: Patches) => patches(input).jpeg({ quality: 100 }).toBuffer()],
] as const)('grey %s', async (_, bits, make) => {
  const grey = { colours: GREYS, photometric: 'black is zero', bits } as const
  await expectColours(folder, await make({ ...grey, icc: greyProfile() }), GREYS_IN_SRGB)
  await expectColours(
    folder,
    await make(grey),
    GREYS.map(([value = 0]) => [value, value, value]),
  )
})

it.each([
  ['TIFF, 8 bits', 8, patchesTiff],
  ['TIFF, 16 bits', 16, patchesTiff],
  [
    'JPEG',
    8,
    (input: Patches) => patches(input).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
  ],
] as const)('CMYK with a profile: %s', async (_, bits, make) => {
  const input = { colours: CMYK, photometric: 'cmyk', bits, icc: await cmykProfile() } as const
  await expectColours(folder, await make(input), CMYK_IN_SRGB)
})

it.each([8, 16] as const)('CMYK of %d bits with alpha is on white ground', async (bits) => {
  const colours = [
    [255, 0, 0, 0, 255],
    [0, 0, 0, 255, 0],
    [120, 60, 30, 10, 255],
    [0, 0, 0, 0, 255],
  ]
  // Where it is not transparent, as in the next test: the black point is compensated.
  const expected = [
    [0, 153, 228],
    [255, 255, 255],
    [125, 153, 181],
    [255, 255, 255],
  ]
  const input = { colours, photometric: 'cmyk', bits, hasAlpha: true } as const
  await expectColours(folder, patchesTiff({ ...input, icc: await cmykProfile() }), expected)
})

it('CMYK without a profile is that of the profile that sharp has', async () => {
  const colours = [
    [255, 0, 0, 0],
    [120, 60, 30, 10],
    [0, 0, 0, 0],
  ]
  // `transicc -t0 -n` with the profile of sharp and its sRGB of version 4.
  const expected = [
    [0, 153, 228],
    [125, 153, 181],
    [255, 255, 255],
  ]
  await expectColours(folder, patchesTiff({ colours, photometric: 'cmyk' }), expected)
})

const LAB = [
  [50, 60, 40],
  [80, -40, 60],
  [30, 20, -50],
  [60, 0, 0],
  [90, -10, 80],
  [40, -30, -10],
  [100, 0, 0],
  [0, 0, 0],
]
/** The answers of `transicc -t1 -n -i *Lab2 -o server/infrastructure/pictures/srgb.icc`, rounded. */
const LAB_IN_SRGB = [
  [214, 60, 55],
  [146, 217, 75],
  [57, 62, 150],
  [145, 145, 145],
  [240, 230, 50],
  [0, 107, 110],
  [255, 255, 255],
  [0, 0, 0],
]

it.each([
  [8, 'lab', ([l = 0, a = 0, b = 0]) => [Math.round(l * 2.55), a & 255, b & 255]],
  [16, 'lab', ([l = 0, a = 0, b = 0]) => [Math.round(l * 655.35), (a * 256) & 65_535, (b * 256) & 65_535]],
  [8, 'icc lab', ([l = 0, a = 0, b = 0]) => [Math.round(l * 2.55), a + 128, b + 128]],
  [16, 'icc lab', ([l = 0, a = 0, b = 0]) => [l * 652.8, (a + 128) * 256, (b + 128) * 256]],
] as const satisfies [8 | 16, string, (lab: Colour) => number[]][])(
  'CIELAB of %i bits, %s',
  async (bits, photometric, encode) => {
    const row = LAB.flatMap((lab) => Array.from({ length: PATCH_SIDE }, () => encode(lab)).flat())
    const samples = Array.from({ length: PATCH_SIDE }, () => row).flat()
    const data = bits === 8 ? Buffer.from(samples) : Buffer.from(Uint16Array.from(samples).buffer)
    const size = { width: LAB.length * PATCH_SIDE, height: PATCH_SIDE }
    await expectColours(folder, tiffFile({ ...size, channels: 3, bits, photometric, data }), LAB_IN_SRGB)
  },
)

it.each([8, 16] as const)('a transparent picture of %d bits is on white ground', async (bits) => {
  const colours = [
    [255, 0, 0, 255],
    [0, 0, 255, 0],
    [0, 0, 0, 128],
  ]
  const white = [255, 255, 255]
  const input = { colours, photometric: 'rgb', bits, hasAlpha: true } as const
  await expectColours(folder, patchesTiff(input), [[255, 0, 0], white, [127, 127, 127]])
  await expectColours(folder, patchesTiff({ ...input, icc: rgbProfile('Display P3') }), [
    [255, 0, 0],
    white,
    [127, 127, 127],
  ])
})

it('a profile for another kind of pixels, and a damaged one, count as none', async () => {
  const profile = rgbProfile('ProPhoto RGB')
  const withoutSignature = Buffer.from(profile).fill(0, 36, 40)
  const withoutTags = Buffer.from(profile).fill(0, 128, 128 + 4 + 9 * 12)
  const withoutCurves = Buffer.from(profile.toString('latin1').replaceAll('curv', 'xxxx'), 'latin1')
  const broken = [greyProfile(), withoutSignature, withoutTags, withoutCurves, profile.subarray(0, 300)]
  for (const [bits, icc] of ([8, 16] as const).flatMap((bits) => broken.map((icc) => [bits, icc] as const))) {
    await expectColours(folder, patchesTiff({ colours: RGB, photometric: 'rgb', bits, icc }), RGB)
  }
})

it('the file with the profile of sRGB is what the writer of profiles makes', async () => {
  const file = await readFile('server/infrastructure/pictures/srgb.icc')
  expect(file.equals(rgbProfile('sRGB'))).toBe(true)
})
