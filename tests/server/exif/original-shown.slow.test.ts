/** Which originals every browser shows as the derivatives show them. */
import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { isOriginalShown } from '#server/infrastructure/images/original-shown.ts'
import { operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { pointCloud } from '../../support/files/point-cloud.ts'
import {
  byte,
  type Directories,
  exifBlock,
  long,
  short,
  taggedJpeg,
} from '../../support/files/tagged-picture.ts'
import { codedColours, cropOf, mirrorOf, turnOf, withProperty } from '../../support/pictures/heif-boxes.ts'

setUpTurbine()

const picture = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })
const turned = (image: Sharp, orientation: number) => image.withMetadata({ orientation })

it.each<[title: string, image: Sharp, isShown: boolean]>([
  ['a JPEG', picture().jpeg(), true],
  ['a progressive JPEG', picture().jpeg({ progressive: true }), true],
  ['a grey JPEG', picture().toColourspace('b-w').jpeg(), true],
  ['a turned JPEG, which browsers turn', turned(picture(), 6).jpeg(), true],
  ['a JPEG with a wide profile', picture().withIccProfile('p3').jpeg(), true],
  ['a CMYK JPEG', picture().toColourspace('cmyk').jpeg(), false],
  ['a PNG', picture().png(), true],
  ['a grey PNG', picture().toColourspace('b-w').png(), true],
  ['a PNG with a palette', picture().png({ palette: true }), true],
  ['a PNG of 16 bits', picture().toColourspace('rgb16').png(), false],
  ['a turned PNG', turned(picture(), 6).png(), false],
  ['a PNG with transparency', picture().ensureAlpha(0.5).png(), false],
  ['a WebP', picture().webp(), true],
  ['a turned WebP', turned(picture(), 3).webp(), false],
  ['a mirrored WebP', turned(picture(), 2).webp(), false],
  ['a WebP whose orientation is upright', turned(picture(), 1).webp(), true],
  ['an AVIF', picture().avif(), true],
  ['an AVIF that its own header turns', turned(picture(), 6).avif(), true],
  ['an AVIF of 10 bits', picture().avif({ bitdepth: 10 }), false],
  ['a GIF', picture().gif(), false],
  ['a TIFF', picture().tiff(), false],
])('says of %s: %#', async (_, image, isShown) => {
  expect(isOriginalShown(await sharp(await image.toBuffer()).metadata())).toBe(isShown)
})

it.each<[title: string, property: Buffer, isShown: boolean]>([
  ['a turn', turnOf(1), true],
  ['a mirror, whose order with a turn Chromium ignores', mirrorOf(1), false],
  ['a part, which Chromium shows as a whole', cropOf({ width: 20, height: 10, right: 0, down: 0 }), false],
  ['the code of Display P3', codedColours(12, 13), true],
  ['the code of BT.2020 and television', codedColours(9, 1), true],
  ['the code of older television, which Chromium knows', codedColours(4, 13), false],
  ['the code of a curve that Chromium does not decode', codedColours(1, 11), false],
  ['the code of PQ, which browsers make darker', codedColours(9, 16), false],
])('says of an AVIF with %s: %#', async (title, property, isShown) => {
  const file = withProperty(await picture().avif().toBuffer(), property)
  const photo = await upload(`${title.replaceAll(/[ ,]+/g, '_')}.avif`, file)
  expect(photo.original_shown).toBe(isShown)
})

it('says no for an animation', async () => {
  const frames = [picture().png(), picture().negate().png()]
  const bytes = await Promise.all(frames.map((frame) => frame.toBuffer()))
  for (const format of ['webp', 'gif'] as const) {
    const animation = await sharp(bytes, { join: { animated: true } })
      .toFormat(format)
      .toBuffer()
    expect(isOriginalShown(await sharp(animation).metadata())).toBe(false)
  }
})

it('says no for more pixels than a browser holds', async () => {
  const header = await sharp(await picture(8000, 8000).jpeg().toBuffer()).metadata()
  expect(isOriginalShown(header)).toBe(true)
  expect(isOriginalShown({ ...header, width: 8001 })).toBe(false)
})

const upload = (name: string, bytes: Uint8Array) => operator.uploadPhoto(turbine, name, bytes)

const columnsOf = ({ id }: Photo) =>
  testApp.services.db.read
    .selectFrom('photo')
    .select(['orientation', 'original_shown'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

it('is stored at the upload, with the orientation, and answered', async () => {
  const jpeg = await upload('turned.jpg', await turned(picture(), 6).jpeg().toBuffer())
  const webp = await upload('turned.webp', await turned(picture(), 8).webp().toBuffer())
  const tiff = await upload('plain.tif', await picture().tiff().toBuffer())
  const cloud = await upload('scan.pcd', pointCloud(new Uint8Array(9)))
  expect([jpeg, webp, tiff, cloud].map(({ original_shown }) => original_shown)).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(await Promise.all([jpeg, webp, tiff, cloud].map(columnsOf))).toEqual([
    { orientation: 6, original_shown: 1 },
    { orientation: 8, original_shown: 0 },
    { orientation: 1, original_shown: 0 },
    { orientation: null, original_shown: null },
  ])
})

it.each([0, 9, 65_535])(
  'takes the orientation %i, which does not exist, for upright',
  async (orientation) => {
    const exif = exifBlock({ picture: [short(0x0112, orientation)] })
    const photo = await upload(`orientation-${orientation}.jpg`, await taggedJpeg({ exif }))
    expect(await columnsOf(photo)).toEqual({ orientation: 1, original_shown: 1 })
  },
)

const ORIENTATION = 0x0112
it.each<[title: string, directories: Directories, isShown: boolean]>([
  ['one number of 16 bits', { picture: [short(ORIENTATION, 6)] }, true],
  ['a number of 32 bits, which browsers do not read', { picture: [long(ORIENTATION, 6)] }, false],
  ['a byte, which browsers do not read', { picture: [byte(ORIENTATION, 6)] }, false],
  ['two numbers, which browsers do not read', { picture: [short(ORIENTATION, 6, 6)] }, false],
  [
    'a number that only browsers read, because it is in the directory of EXIF',
    { exif: [short(ORIENTATION, 6)] },
    false,
  ],
  [
    'two directories that say the same',
    { picture: [short(ORIENTATION, 6)], exif: [short(ORIENTATION, 6)] },
    true,
  ],
  [
    'two directories that contradict each other',
    { picture: [short(ORIENTATION, 6)], exif: [short(ORIENTATION, 1)] },
    false,
  ],
  [
    'there twice, of which Firefox reads the last one',
    { picture: [short(ORIENTATION, 1), short(ORIENTATION, 6)] },
    false,
  ],
  [
    'there twice, of which Chromium reads the first one',
    { picture: [short(ORIENTATION, 6), short(ORIENTATION, 1)] },
    false,
  ],
  ['upright', { picture: [short(ORIENTATION, 1)] }, true],
])('says of a JPEG whose orientation is %s: %#', async (title, directories, isShown) => {
  const photo = await upload(
    `${title.replaceAll(/[ ,]+/g, '_')}.jpg`,
    await taggedJpeg({ exif: exifBlock(directories) }),
  )
  expect(photo.original_shown).toBe(isShown)
})

it('is true for a JPEG and false for others until an older photo is read', async () => {
  const photos = [
    await upload('old.jpg', await picture().jpeg().toBuffer()),
    await upload('old.png', await picture().png().toBuffer()),
  ]
  await testApp.services.db.write.updateTable('photo').set({ original_shown: null }).execute()
  const answer = await operator.get(`/api/turbines/${turbine}/photos`)
  const { data } = (await answer.json()) as { data: Photo[] }
  const shown = photos.map(({ id }) => data.find((photo) => photo.id === id)?.original_shown)
  expect(shown).toEqual([true, false])
})

it('has the tiles of a large photo made whose original is not shown', async () => {
  const tiles = async () => (await testApp.services.jobs.count()).waiting
  await testApp.services.jobs.close()
  const before = await tiles()
  await upload('wide.jpg', await picture(2600, 100).jpeg().toBuffer())
  await upload('narrow.tif', await picture(2560, 100).tiff().toBuffer())
  expect(await tiles()).toBe(before)
  await upload('wide.tif', await picture(2600, 100).tiff().toBuffer())
  expect(await tiles()).toBe(before + 1)
})
