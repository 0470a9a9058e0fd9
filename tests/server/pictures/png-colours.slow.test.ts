/** What a PNG says about its colours without a profile: by a gamma and primaries, or by a code. */
import { expect, it } from 'vitest'
import { readMetadata } from '#server/infrastructure/images/decode-image.ts'
import { findPicture, pixelsOf } from '#server/infrastructure/pictures/open-picture.ts'
import { setUpTestFolder } from '../../support/files/test-folder.ts'
import { type Colour, patches, RGB, RGB_IN_SRGB } from '../../support/pictures/colour-patches.ts'
import { greyProfile, RGB_SPACES, rgbProfile } from '../../support/pictures/colour-profiles.ts'
import { expectColours } from '../../support/pictures/expect-colours.ts'
import { picturesOf } from '../../support/pictures/pictures-of.ts'
import {
  codeChunk,
  gammaChunk,
  pngChunk,
  primariesChunk,
  withChunks,
} from '../../support/pictures/png-chunks.ts'

const files = setUpTestFolder()

const png = (bits: 8 | 16 = 8, icc?: Buffer) =>
  patches({ colours: RGB, photometric: 'rgb', bits, icc }).png({ palette: false }).toBuffer()

const SRGB = pngChunk('sRGB', Buffer.from([0]))
const P3 = codeChunk(12, 13)
const primaries = (space: keyof typeof RGB_SPACES) => primariesChunk(RGB_SPACES[space].primaries)

/**
 * The answers of `transicc -t0 -n -i PROFILE -o server/infrastructure/pictures/srgb.icc` (Little CMS 2.14) for `RGB`, rounded. Chromium 156 shows all
 * of them within 1 of 255, but those of BT.2020: it takes the curve of television there.
 */
const IN_SRGB = {
  linear: [...RGB.slice(0, 5), [188, 137, 99], [229, 219, 208], [79, 183, 160]],
  'gamma 1.8': [...RGB.slice(0, 5), [146, 81, 43], [210, 193, 176], [26, 139, 109]],
  'gamma 2.2': [...RGB.slice(0, 5), [129, 62, 26], [201, 181, 161], [12, 121, 90]],
  'BT.2020': [...RGB.slice(0, 5), [154, 49, 20], [213, 176, 157], [0, 127, 86]],
  ...RGB_IN_SRGB,
}

it.each<[title: string, chunks: Buffer[], space: keyof typeof IN_SRGB]>([
  ['a gamma', [gammaChunk(1)], 'linear'],
  ['a gamma of 1.8', [gammaChunk(1 / 1.8)], 'gamma 1.8'],
  ['the gamma that stands for sRGB', [gammaChunk(0.45455)], 'sRGB'],
  ['the gamma that stands for sRGB and primaries', [gammaChunk(0.45455), primaries('sRGB')], 'gamma 2.2'],
  ['a gamma and the primaries of Adobe RGB', [primaries('Adobe RGB'), gammaChunk(1 / 2.2)], 'Adobe RGB'],
  [
    'a gamma and the primaries of ProPhoto RGB',
    [gammaChunk(1 / 1.8), primaries('ProPhoto RGB')],
    'ProPhoto RGB',
  ],
  ['primaries alone, which browsers ignore', [primaries('ProPhoto RGB')], 'sRGB'],
  ['sRGB, which counts more than a gamma', [SRGB, gammaChunk(1), primaries('Adobe RGB')], 'sRGB'],
  ['the code of Display P3', [P3], 'Display P3'],
  ['a code, which counts more than the others', [SRGB, gammaChunk(1), P3], 'Display P3'],
  ['the code of BT.2020', [codeChunk(9, 1)], 'BT.2020'],
  ['the code of linear light', [codeChunk(1, 8)], 'linear'],
  ['the code of sRGB', [codeChunk(1, 13), gammaChunk(1)], 'sRGB'],
  ['a code that says nothing', [codeChunk(2, 2), gammaChunk(1)], 'linear'],
  ['a code of which one part says nothing', [codeChunk(9, 2)], 'sRGB'],
  ['a code for other than RGB', [codeChunk(12, 13, 1)], 'sRGB'],
  ['a code for a limited range', [codeChunk(12, 13, 0, 0)], 'sRGB'],
])('a PNG has the colours of %s', async (_, chunks, space) => {
  for (const bits of [8, 16] as const)
    await expectColours(files.path, withChunks(await png(bits), ...chunks), IN_SRGB[space])
})

it('a code counts more than a profile, and a profile more than a gamma', async () => {
  const file = await png(8, rgbProfile('Adobe RGB'))
  await expectColours(files.path, withChunks(file, P3), IN_SRGB['Display P3'])
  await expectColours(files.path, withChunks(file, codeChunk(1, 13)), RGB)
  await expectColours(files.path, withChunks(file, gammaChunk(1)), IN_SRGB['Adobe RGB'])
})

it.each([8, 16] as const)('a grey PNG of %d bits has a gamma, too', async (bits) => {
  const greys = [[0], [64], [128], [200], [255], [30]]
  const grey = { colours: greys, photometric: 'black is zero', bits } as const
  const file = await patches(grey).png().toBuffer()
  const expected = [0, 81, 146, 210, 255, 40].map((value): Colour => [value, value, value])
  // The primaries of grey are nothing.
  for (const chunks of [[gammaChunk(1 / 1.8)], [gammaChunk(1 / 1.8), primaries('Adobe RGB')]])
    await expectColours(files.path, withChunks(file, ...chunks), expected)
  const plain = greys.map(([value = 0]): Colour => [value, value, value])
  await expectColours(files.path, withChunks(file, P3), plain)
  const withProfile = await patches({ ...grey, icc: greyProfile() })
    .png()
    .toBuffer()
  await expectColours(files.path, withChunks(withProfile, P3), plain)
})

it('the palette, the transparency and the turn of a PNG stay', async () => {
  const palette = await patches({ colours: RGB, photometric: 'rgb' })
    .png({ palette: true, colours: 256, dither: 0 })
    .toBuffer()
  await expectColours(files.path, withChunks(palette, P3), IN_SRGB['Display P3'])
  const colours = [
    [200, 180, 160, 255],
    [0, 0, 255, 0],
  ]
  const transparent = await patches({ colours, photometric: 'rgb', hasAlpha: true }).png().toBuffer()
  await expectColours(files.path, withChunks(transparent, P3), [
    [204, 179, 157],
    [255, 255, 255],
  ])
  const turned = await patches({ colours: RGB, photometric: 'rgb' })
    .withMetadata({ orientation: 6 })
    .png()
    .toBuffer()
  const path = await files.save(withChunks(turned, P3))
  expect((await picturesOf(path, files.path)).crop).toBeDefined()
  expect((await readMetadata(path)).orientation).toBe(6)
})

it('browsers show the file if it has a gamma, but not every one knows a code', async () => {
  const file = await png()
  const shown = async (...chunks: Buffer[]) =>
    (await readMetadata(await files.save(withChunks(file, ...chunks)))).original_shown
  expect(await shown(gammaChunk(1), primaries('Adobe RGB'))).toBe(true)
  expect(await shown(P3)).toBe(false)
  expect(await shown(codeChunk(1, 13))).toBe(false)
})

const point = [0.3, 0.3]
it.each<[title: string, chunks: Buffer[]]>([
  ['a gamma of zero', [gammaChunk(0)]],
  ['a gamma that is too short', [pngChunk('gAMA', Buffer.alloc(3))]],
  [
    'primaries of zero',
    [gammaChunk(1), primariesChunk({ white: [0, 0], red: [0, 0], green: [0, 0], blue: [0, 0] })],
  ],
  [
    'primaries in one place',
    [gammaChunk(1), primariesChunk({ white: point, red: point, green: point, blue: point })],
  ],
  [
    'primaries nearly on one line',
    [
      gammaChunk(1),
      primariesChunk({ white: [0.3127, 0.329], red: [0.1, 0.1], green: [0.2, 0.20001], blue: [0.3, 0.3] }),
    ],
  ],
  ['primaries that are too short', [gammaChunk(1), pngChunk('cHRM', Buffer.alloc(31))]],
  ['primaries that are too long', [gammaChunk(1), pngChunk('cHRM', Buffer.alloc(33))]],
  ['a code that is too short', [pngChunk('cICP', Buffer.from([12, 13, 0]))]],
  ['an empty code', [pngChunk('cICP', Buffer.alloc(0))]],
  ['a code of unknown numbers', [codeChunk(99, 99)]],
  [
    'a thousand chunks before the code',
    [...Array.from({ length: 1000 }, () => pngChunk('tEXt', Buffer.from('a\0b'))), P3],
  ],
])('%s counts as none', async (_, chunks) => {
  const picture = await findPicture(await files.save(withChunks(await png(), ...chunks)))
  if (!picture) throw new Error('It is no picture.')
  const { raw, open } = await pixelsOf(picture)
  const { data } = await raw(open().extract({ left: 5 * 64 + 32, top: 32, width: 1, height: 1 }))
  expect([...data]).toEqual(RGB[5])
})

it('a PNG that ends too early is refused wherever it ends', async () => {
  const file = withChunks(await png(), gammaChunk(1), primaries('Adobe RGB'), P3)
  for (let end = 33; end < file.length - 12; end += 37) {
    const path = await files.save(file.subarray(0, end))
    await expect(picturesOf(path, files.path)).rejects.toMatchObject({ code: 'unsupported_file' })
  }
})
