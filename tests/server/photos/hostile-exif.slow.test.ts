/** EXIF data that point at themselves are refused before a decoder sees them. */
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { NO_EXIF } from '#domain/photo.ts'
import { cropPicture } from '#server/features/reports/pdf/crop-picture.ts'
import { readMetadata } from '#server/infrastructure/images/decode-image.ts'
import { refuseHostileExif } from '#server/infrastructure/pictures/refuse-hostile-exif.ts'
import { operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, readError } from '../../support/builders.ts'
import {
  avifWithMethod,
  avifWithSplitExif,
  HARMLESS_EXIF,
  HOSTILE_EXIF,
  pictureWith,
} from '../../support/files/hostile-exif.ts'
import { setUpTestFolder } from '../../support/files/test-folder.ts'

setUpTurbine()

const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'tiff'] as const
const REFUSED = { code: 'unsupported_file', reason: { code: 'contradictory_exif' } }

const files = setUpTestFolder()

describe.each([false, true])('in big-endian order: %s', (isBigEndian) => {
  it.each(Object.entries(HOSTILE_EXIF))('%s is refused in every format', async (_, make) => {
    const block = make(isBigEndian)
    for (const format of FORMATS) {
      const path = await files.save(await pictureWith(block, format))
      await expect(refuseHostileExif(path)).rejects.toMatchObject(REFUSED)
      await expect(readMetadata(path)).rejects.toMatchObject(REFUSED)
    }
  })

  it.each(Object.entries(HARMLESS_EXIF))('%s is accepted, and says nothing', async (_, make) => {
    const block = make(isBigEndian)
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const { exif } = await readMetadata(await files.save(await pictureWith(block, format)))
      expect(exif).toEqual(NO_EXIF)
    }
  })
})

it('finds a block anywhere in the file, also across the pieces in which it is searched', async () => {
  const block = HOSTILE_EXIF['a directory that points at itself']?.(false) ?? Buffer.alloc(0)
  for (const at of [0, 1, 65_533, 65_534, 1024 * 1024 - 4, 1024 * 1024 - 1, 1024 * 1024, 3 * 1024 * 1024]) {
    // More follows than is searched at once.
    const path = await files.save(Buffer.concat([Buffer.alloc(at), block, Buffer.alloc(200_000)]))
    await expect(refuseHostileExif(path)).rejects.toMatchObject(REFUSED)
  }
})

it('refuses an AVIF that has its block in two parts, whatever is in it', async () => {
  for (const blocks of [HOSTILE_EXIF, HARMLESS_EXIF]) {
    const block = Object.values(blocks)[0]?.(false) ?? Buffer.alloc(0)
    await expect(readMetadata(await files.save(await avifWithSplitExif(block)))).rejects.toMatchObject(
      REFUSED,
    )
  }
})

it('refuses an AVIF whose block is made of other items, and accepts one whose block is in the file', async () => {
  const block = Object.values(HARMLESS_EXIF)[0]?.(false) ?? Buffer.alloc(0)
  await expect(refuseHostileExif(await files.save(await avifWithMethod(block, 2)))).rejects.toMatchObject(
    REFUSED,
  )
  await expect(refuseHostileExif(await files.save(await avifWithMethod(block, 0)))).resolves.toBe(false)
})

it('refuses an AVIF of ten thousand boxes', async () => {
  const block = Object.values(HARMLESS_EXIF)[0]?.(false) ?? Buffer.alloc(0)
  const picture = await pictureWith(block, 'avif')
  const boxes = (count: number) => Buffer.alloc(8 * count, Buffer.from('\0\0\0\bfree', 'latin1'))
  await expect(refuseHostileExif(await files.save(Buffer.concat([picture, boxes(9900)])))).resolves.toBe(
    false,
  )
  const path = await files.save(Buffer.concat([picture, boxes(10_000)]))
  await expect(refuseHostileExif(path)).rejects.toMatchObject(REFUSED)
})

it('cuts nothing out of a hostile photo that a former version stored', async () => {
  for (const make of Object.values(HOSTILE_EXIF)) {
    const path = await files.save(await pictureWith(make(false), 'jpeg'))
    const region = { left: 0, top: 0, width: 0.5, height: 0.5 }
    await expect(cropPicture(path, region, 100)).rejects.toMatchObject(REFUSED)
  }
})

it('refuses a file of blocks without end', async () => {
  const block = HARMLESS_EXIF['a pointer behind the end']?.(false) ?? Buffer.alloc(0)
  const path = await files.save(Buffer.concat(Array.from({ length: 1001 }, () => block)))
  await expect(refuseHostileExif(path)).rejects.toMatchObject(REFUSED)
})

it('accepts random bytes, and what a camera writes', async () => {
  const exif = {
    IFD0: { Make: 'DJI' },
    IFD2: { DateTimeOriginal: '2026:09:12 14:03:05' },
    IFD3: { GPSAltitude: '9/1' },
  }
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    const picture = await sharp(await jpeg())
      .withExif(exif)
      .toFormat(format)
      .toBuffer()
    expect((await readMetadata(await files.save(picture))).exif.camera).toBe('DJI')
  }
  await expect(refuseHostileExif(await files.save(Buffer.alloc(3_000_000, 'II*')))).resolves.toBe(false)
})

it('gives an upload 415 with the reason, at once', async () => {
  const hostile = HOSTILE_EXIF['a directory that points at itself']?.(false) ?? Buffer.alloc(0)
  for (const format of FORMATS) {
    const name = `hostile.${format === 'jpeg' ? 'jpg' : format}`
    const answer = await operator.upload(turbine, { [name]: await pictureWith(hostile, format) })
    expect(await readError(answer)).toEqual([415, 'unsupported_file'])
  }
  expect(testApp.services.images.isIdle).toBe(true)
})
