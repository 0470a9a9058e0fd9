/** JPEGs of old programs and phones have bytes beside their scans that every viewer ignores. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import { cropPicture } from '#server/features/reports/pdf/crop-picture.ts'
import { findDamagedRows } from '#server/infrastructure/pictures/find-damaged-rows.ts'
import { findPicture, pixelsOf, raw8 } from '#server/infrastructure/pictures/open-picture.ts'
import { exifWithPointerBack } from '../../support/files/hostile-exif.ts'
import { setUpTestFolder } from '../../support/files/test-folder.ts'

const files = setUpTestFolder()

/** A picture with edges and noise: a byte that is wrong in its scan changes it. */
const picture = (options: object = {}, colours: 'srgb' | 'cmyk' | 'b-w' = 'srgb') =>
  sharp({
    create: {
      width: 160,
      height: 120,
      channels: 3,
      background: '#4a6',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .toColourspace(colours)
    .jpeg({ quality: 80, ...options })
    .toBuffer()

/** Where the segment of this marker begins. */
const find = (bytes: Buffer, marker: number, nth = 0) => {
  let at = bytes.indexOf(Buffer.from([0xff, marker]))
  for (let n = 0; n < nth; n += 1) at = bytes.indexOf(Buffer.from([0xff, marker]), at + 2)
  if (at < 0) throw new Error(`There is no marker ${marker}.`)
  return at
}
const insert = (bytes: Buffer, at: number, added: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at)])
const change = (bytes: Buffer, at: number, values: number[]) => {
  const copy = Buffer.from(bytes)
  copy.set(values, at)
  return copy
}
const segment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, data.length + 2]), data])

async function pixels(bytes: Buffer): Promise<Buffer> {
  const path = join(files.path, 'picture.jpg')
  await writeFile(path, bytes)
  const found = await findPicture(path)
  if (!found) throw new Error('It is no picture.')
  const opened = await pixelsOf(found)
  return (await opened.raw(opened.open())).data
}

const [DQT, DHT, SOS, SOF0, EOI] = [0xdb, 0xc4, 0xda, 0xc0, 0xd9]
const stray = Buffer.from('Kamera 7 \0\0\0\x12')
const endOfHeader = (bytes: Buffer, nth = 0) => {
  const at = find(bytes, SOS, nth)
  return at + 2 + bytes.readUInt16BE(at + 2)
}

it.each<[title: string, odd: (bytes: Buffer) => Buffer]>([
  ['stray bytes before a table', (bytes) => insert(bytes, find(bytes, DQT, 1), stray)],
  ['zeros before the frame', (bytes) => insert(bytes, find(bytes, SOF0), Buffer.alloc(40))],
  ['a stuffed zero before a table', (bytes) => insert(bytes, find(bytes, DHT), Buffer.from([0xff, 0]))],
  ['zeros before the scan', (bytes) => insert(bytes, find(bytes, SOS), Buffer.alloc(3))],
  ['fill bytes after stray ones', (bytes) => insert(bytes, find(bytes, DHT), Buffer.from([7, 0xff, 0xff]))],
  ['zeros in the header of the scan', (bytes) => change(bytes, endOfHeader(bytes) - 3, [0, 0, 0])],
  [
    'a marker of Adobe that is cut off',
    (bytes) =>
      insert(bytes, 2, Buffer.concat([segment(0xee, Buffer.from('Adobe\0d\0\0\0\0')), Buffer.from([1])])),
  ],
  [
    'a transform that nobody knows',
    (bytes) => insert(bytes, 2, segment(0xee, Buffer.from('Adobe\0d\0\0\0\0\x09', 'latin1'))),
  ],
  [
    'a version of JFIF to come',
    (bytes) => insert(bytes, 2, segment(0xe0, Buffer.from('JFIF\0\x02\x01\0\0\x01\0\x01\0\0', 'latin1'))),
  ],
])('a JPEG with %s shows the same picture', async (_, odd) => {
  const bytes = await picture()
  const wrong = odd(bytes)
  await expect(sharp(wrong, { failOn: 'warning' }).stats()).rejects.toThrow()
  expect(await pixels(wrong)).toEqual(await pixels(bytes))
})

it('a progressive JPEG with stray bytes between its scans shows the same picture', async () => {
  const bytes = await picture({ progressive: true })
  const wrong = insert(bytes, find(bytes, SOS, 3), stray)
  await expect(sharp(wrong, { failOn: 'warning' }).stats()).rejects.toThrow()
  expect(await pixels(wrong)).toEqual(await pixels(bytes))
})

it.each(['cmyk', 'b-w'] as const)('a JPEG in %s keeps its colours', async (colours) => {
  const bytes = await picture({}, colours)
  expect(await pixels(insert(bytes, find(bytes, SOF0), stray))).toEqual(await pixels(bytes))
})

it.each<[title: string, damage: (bytes: Buffer) => Buffer]>([
  ['that ends in the scan', (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.7))],
  ['that begins twice', (bytes) => insert(bytes, 2, Buffer.from([0xff, 0xd8]))],
  ['with a marker in the scan', (bytes) => insert(bytes, endOfHeader(bytes) + 500, Buffer.from([0xff, EOI]))],
  [
    'of which a part of the scan is missing',
    (bytes) =>
      Buffer.concat([bytes.subarray(0, endOfHeader(bytes) + 400), bytes.subarray(endOfHeader(bytes) + 900)]),
  ],
])('a JPEG %s stays refused, also with stray bytes before it', async (_, damage) => {
  const bytes = damage(await picture())
  await expect(pixels(bytes)).rejects.toThrow()
  await expect(pixels(insert(bytes, find(bytes, SOF0), stray))).rejects.toThrow()
})

it('a JPEG of many odd segments takes as long as it is', async () => {
  const odd = segment(0xee, Buffer.from('Adobe\0d\0\0\0\0\x09', 'latin1'))
  const bytes = await picture()
  const timeOf = async (count: number) => {
    const begin = process.cpuUsage()
    await pixels(insert(bytes, 2, Buffer.concat(Array<Buffer>(count).fill(odd))))
    const { user, system } = process.cpuUsage(begin)
    return user + system
  }
  await timeOf(10)
  expect(await timeOf(8000)).toBeLessThan(10 * (await timeOf(2000)))
})

it('a JPEG without its contradictory EXIF data keeps its turn in everything that is made of it', async () => {
  const exif = exifWithPointerBack(false)
  const path = join(files.path, 'turned.jpg')
  await writeFile(
    path,
    insert(await picture(), 2, segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif]))),
  )
  const found = await findPicture(path)
  expect(found?.leftOut).toBeDefined()
  const { width, height, orientation, autoOrient } = found?.metadata ?? {}
  expect([width, height, orientation, autoOrient]).toEqual([160, 120, 6, { width: 120, height: 160 }])
  const crop = await sharp(await cropPicture(path, { left: 0, top: 0, width: 1, height: 1 }, 400)).metadata()
  expect([crop.width, crop.height]).toEqual([120, 160])
})

it('finds the damaged rows without holding the picture in memory', async () => {
  const whole = await picture()
  const damaged = whole.subarray(0, Math.floor(whole.length * 0.7))
  const sizes: number[] = []
  const reading = {
    open: () => sharp(damaged, { failOn: 'warning', sequentialRead: true }),
    raw: async (image: Sharp) => {
      const read = await raw8(image)
      sizes.push(read.data.length)
      return read
    },
  }
  const { code } = await findDamagedRows(reading, await sharp(whole).metadata())
  expect([code, Math.max(...sizes)]).toEqual(['image_rows', 64 * 64 * 3])
})
