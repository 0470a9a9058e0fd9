import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import { derivativeSize, thumbnailWidth } from '#domain/pictures/photo-derivatives.ts'
import { decodeImage } from '#server/infrastructure/images/decode-image.ts'
import { folder, setUpFolder } from '../../support/folder-setup.ts'

setUpFolder('test')
// The paths are the same in all tests, and libvips would answer with an earlier file.
sharp.cache(false)

/** Writes a picture of this size as it is upright. */
async function picture(
  width: number,
  height: number,
  orientation: number,
  type: 'jpeg' | 'png',
): Promise<string> {
  const size = orientation >= 5 ? { width: height, height: width } : { width, height }
  const path = join(folder, `original.${type}`)
  const image = sharp({ create: { ...size, channels: 3, background: '#789' }, limitInputPixels: false })
  await writeFile(path, await image.withMetadata({ orientation }).toFormat(type).toBuffer())
  return path
}

/** Expects the sizes of the domain from the worker, and the pictures that it writes. */
async function expectSizes(path: string, expected: { width: number; height: number }): Promise<void> {
  const derivatives = {
    2560: join(folder, '2560.jpg'),
    1280: join(folder, '1280.jpg'),
    320: join(folder, '320.webp'),
  }
  const image = await decodeImage({ path, maxPixels: 300_000_000, derivatives })
  expect(image).toMatchObject(expected)
  for (const width of DERIVATIVE_WIDTHS) {
    const written = await sharp(derivatives[width]).metadata()
    expect({ name: width, width: written.width, height: written.height }).toEqual({
      name: width,
      ...derivativeSize(expected, width),
    })
    await rm(derivatives[width])
  }
}

it.each([
  ['an ordinary photo', 6000, 4000],
  ['an upright photo', 3000, 4000],
  ['a whole blade, upright', 612, 20_000],
  ['a whole blade, lying', 20_000, 612],
  ['a blade with more pixels', 1200, 12_000],
  ['exactly four times as tall as wide', 2560, 10_240],
  ['one row taller than that', 2560, 10_241],
  ['the width of a derivative', 2560, 1707],
  ['one column wider', 2561, 1707],
  ['one column narrower', 1279, 853],
  ['sizes that no factor divides', 3333, 2221],
  ['a small picture', 33, 21],
  ['one pixel', 1, 1],
  ['one column', 1, 5000],
  ['one row', 65_500, 1],
  ['three rows', 20_000, 3],
])('%s of %i × %i pixels has the derivatives that the domain says', async (_, width, height) => {
  // The decoder of JPEG makes large pictures smaller by itself; that of PNG does not.
  for (const type of width * height < 3e6 ? (['jpeg', 'png'] as const) : (['jpeg'] as const)) {
    await expectSizes(await picture(width, height, 1, type), { width, height })
  }
})

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'so has a picture that EXIF turns by orientation %i',
  async (orientation) => {
    for (const [width, height] of [
      [700, 9001],
      [9001, 700],
      [3000, 2001],
    ] as const) {
      await expectSizes(await picture(width, height, orientation, 'jpeg'), { width, height })
    }
  },
)

it('a whole blade of 612 × 20,000 pixels has derivatives narrower than their names', () => {
  const blade = { width: 612, height: 20_000 }
  expect(DERIVATIVE_WIDTHS.map((width) => derivativeSize(blade, width))).toEqual([
    { width: 313, height: 10_240 },
    { width: 157, height: 5120 },
    { width: 39, height: 1280 },
  ])
})

it.each([
  [4000, 3000, 320],
  [3000, 4000, 320],
  [8192, 4096, 320],
  [50, 40, 320],
  [30, 4000, 1280],
  [1200, 12_000, 1280],
  [612, 20_000, 2560],
  [12_000, 1200, 1280],
  [20_000, 612, 2560],
])('the thumbnail of a photo of %i × %i pixels is its derivative of %i', (width, height, expected) => {
  expect(thumbnailWidth({ width, height })).toBe(expected)
})
