/** The file for training detectors: its names fit to the ZIP with the photos, and its marks to the pixels that a program reads. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { company, operator, setUpCompany, testApp } from '../../support/app-setup.ts'
import { makeTurbine, readData } from '../../support/builders.ts'
import { expectError } from '../../support/expect-error.ts'
import { readZip } from '../../support/files/read-zip.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { temporaryFolder } from '../../support/test-app.ts'

interface Coco {
  images: { id: number; file_name: string; width: number; height: number }[]
  annotations: {
    id: number
    image_id: number
    category_id: number
    bbox: [number, number, number, number]
    segmentation: number[][]
    area: number
    iscrowd: number
  }[]
  categories: { id: number; name: string }[]
  info: { description: string; pixels: string; photos_not_read: number }
}

setUpCompany('file', ['operator'])

const coco = async (query = ''): Promise<Coco> => {
  const answer = await operator.get(`/api/findings.coco.json${query}`, { 'Accept-Language': 'tr' })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Coco
}

const upload = (turbine: number, name: string, bytes: Uint8Array) =>
  operator.uploadPhoto(turbine, name, bytes)

const mark = (turbine: number, photo: Photo, points: [number, number][], fields = {}) =>
  addFinding(operator, turbine, {
    photo_id: photo.id,
    shape: { on: 'image', kind: points.length === 2 ? 'box' : 'polygon', points },
    ...fields,
  })

/** The upright picture: grey, with a red box. Its sides differ, and the box is in no middle. */
const [WIDTH, HEIGHT] = [240, 160]
const BOX = { left: 150, top: 16, width: 72, height: 40 }
const BOX_POINTS: [number, number][] = [
  [BOX.left / WIDTH, BOX.top / HEIGHT],
  [(BOX.left + BOX.width) / WIDTH, (BOX.top + BOX.height) / HEIGHT],
]
function upright(): Sharp {
  const box = { create: { width: BOX.width, height: BOX.height, channels: 3 as const, background: '#f00' } }
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#888' } }).composite([
    { input: box, left: BOX.left, top: BOX.top },
  ])
}

/** Turns the upright picture so that the orientation turns it back. */
const INVERSE: ((image: Sharp) => Sharp)[] = [
  (image) => image,
  (image) => image.flop(),
  (image) => image.rotate(180),
  (image) => image.flip(),
  (image) => image.flop().rotate(270),
  (image) => image.rotate(270),
  (image) => image.flop().rotate(90),
  (image) => image.rotate(90),
]
async function turned(orientation: number, format: 'jpeg' | 'png' | 'webp' | 'tiff'): Promise<Buffer> {
  const pixels = await upright().png().toBuffer()
  const stored = await (INVERSE[orientation - 1]?.(sharp(pixels)) ?? sharp(pixels)).png().toBuffer()
  const options = format === 'jpeg' ? { quality: 100, chromaSubsampling: '4:4:4' } : {}
  return sharp(stored).withMetadata({ orientation }).toFormat(format, options).toBuffer()
}

/** Where the red pixels are: left, top, width and height. */
async function redBox(image: Sharp): Promise<{ box: number[]; size: number[] }> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [xs, ys]: [number[], number[]] = [[], []]
  for (let at = 0; at < data.length; at += info.channels) {
    if ((data[at] ?? 0) < 200 || (data[at + 1] ?? 255) > 60) continue
    xs.push((at / info.channels) % info.width)
    ys.push(Math.floor(at / info.channels / info.width))
  }
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return {
    box: [left, top, Math.max(...xs) + 1 - left, Math.max(...ys) + 1 - top],
    size: [info.width, info.height],
  }
}

describe.each(['jpeg', 'png', 'webp'] as const)('a mark on a turned %s', (format) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is on its pixels with orientation %i', async (orientation) => {
    const turbine = await makeTurbine(testApp, { company_id: company })
    const bytes = await turned(orientation, format)
    const photo = await upload(turbine, `turned.${format === 'jpeg' ? 'jpg' : format}`, bytes)
    await mark(turbine, photo, BOX_POINTS)
    for (const [pixels, image] of [
      ['upright', sharp(bytes).autoOrient()],
      ['file', sharp(bytes)],
    ] as const) {
      const { images, annotations, info } = await coco(`?turbine_id=${turbine}&pixels=${pixels}`)
      const { box, size } = await redBox(image)
      expect([images[0]?.width, images[0]?.height]).toEqual(size)
      expect(annotations[0]?.bbox).toEqual(box)
      expect(info).toMatchObject({ pixels, photos_not_read: 0 })
    }
  })
})

it('counts the pixels of an upright TIFF in both cases, because Pillow turns it', async () => {
  const turbine = await makeTurbine(testApp, { company_id: company })
  const photo = await upload(turbine, 'turned.tif', await turned(6, 'tiff'))
  await mark(turbine, photo, BOX_POINTS)
  const [one, other] = [
    await coco(`?turbine_id=${turbine}`),
    await coco(`?turbine_id=${turbine}&pixels=file`),
  ]
  expect(one.images).toEqual([expect.objectContaining({ width: WIDTH, height: HEIGHT })])
  expect(other.images).toEqual(one.images)
  expect(other.annotations).toEqual(one.annotations)
})

it('turns polygons, too, and leaves their areas', async () => {
  const turbine = await makeTurbine(testApp, { company_id: company })
  const photo = await upload(turbine, 'turned.jpg', await turned(6, 'jpeg'))
  await mark(turbine, photo, [
    [0, 0],
    [0.5, 0],
    [0.5, 1],
  ])
  const [one, other] = [
    await coco(`?turbine_id=${turbine}`),
    await coco(`?turbine_id=${turbine}&pixels=file`),
  ]
  expect(one.annotations[0]?.segmentation).toEqual([[0, 0, 120, 0, 120, 160]])
  expect(other.annotations[0]?.segmentation).toEqual([[0, 240, 0, 120, 160, 120]])
  expect(other.annotations[0]?.area).toBe(one.annotations[0]?.area)
})

it('leaves out photos of which nobody has read how they are turned, and counts them', async () => {
  const turbine = await makeTurbine(testApp, { company_id: company })
  const photo = await upload(turbine, 'old.jpg', await turned(6, 'jpeg'))
  await mark(turbine, photo, BOX_POINTS)
  const { write } = testApp.services.db
  await write.updateTable('photo').set({ orientation: null }).where('id', '=', photo.id).execute()
  expect(await coco(`?turbine_id=${turbine}&pixels=file`)).toMatchObject({
    images: [],
    annotations: [],
    info: { photos_not_read: 1 },
  })
  expect((await coco(`?turbine_id=${turbine}`)).images).toHaveLength(1)
})

it('refuses other pixels', async () => {
  await expectError(operator.get('/api/findings.coco.json?pixels=screen'), 400, 'validation_failed')
})

it('names photos as the ZIP of each turbine does, and no two alike', async () => {
  const names = { turbine_name: 'Karaburun 4', company_id: company }
  const turbines = [await makeTurbine(testApp, names), await makeTurbine(testApp, names)]
  const alone = await makeTurbine(testApp, { turbine_name: 'Şahin: "5"', company_id: company })
  const bytes = await turned(1, 'jpeg')
  for (const turbine of [...turbines, alone]) {
    const photo = await upload(turbine, 'DJI_0001.jpg', bytes)
    await mark(turbine, photo, BOX_POINTS)
    await mark(turbine, photo, BOX_POINTS)
  }
  const { images } = await coco()
  const found = images.map(({ file_name }) => file_name)
  expect(new Set(found).size).toBe(found.length)
  for (const turbine of turbines)
    expect(found).toContain(`Karaburun 4 fotoğrafları (${turbine})/DJI_0001.jpg`)

  const photos = await readData<Photo[]>(await operator.get(`/api/turbines/${alone}/photos`))
  const order = await operator.json('POST', `/api/turbines/${alone}/photos/archives`, {
    ids: photos.map(({ id }) => id),
  })
  const { url } = await readData<{ url: string }>(order)
  const download = await operator.get(url)
  const name =
    /filename\*=UTF-8''([^;]+)\.zip/.exec(download.headers.get('Content-Disposition') ?? '')?.[1] ?? ''
  const folder = await temporaryFolder()
  try {
    const path = join(folder, 'photos.zip')
    await writeFile(path, Buffer.from(await download.arrayBuffer()))
    const [, photo] = await readZip(path)
    expect(found).toContain(`${decodeURIComponent(name)}/${photo?.name}`)
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('keeps what programs need: each id once, and every reference to something that is there', async () => {
  const turbine = await makeTurbine(testApp, { company_id: company })
  const photo = await upload(turbine, 'many.jpg', await turned(1, 'jpeg'))
  for (const type of ['oil', 'le-erosion', 'other']) await mark(turbine, photo, BOX_POINTS, { type })
  const lost = await mark(turbine, photo, BOX_POINTS)
  const { write } = testApp.services.db
  await write.updateTable('finding').set({ type: 'lost-type' }).where('id', '=', lost.id).execute()

  const { images, annotations, categories } = await coco()
  for (const list of [images, annotations, categories])
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
  for (const { image_id, category_id, bbox, segmentation, area, iscrowd } of annotations) {
    const image = images.find(({ id }) => id === image_id)
    expect(categories.find(({ id }) => id === category_id)).toBeDefined()
    // pycocotools takes a list of lists of at least six numbers for polygons.
    for (const polygon of segmentation) expect(polygon.length).toBeGreaterThanOrEqual(6)
    const [left, top, width, height] = bbox
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
    expect(left + width).toBeLessThanOrEqual(image?.width ?? 0)
    expect(top + height).toBeLessThanOrEqual(image?.height ?? 0)
    expect(area).toBeGreaterThan(0)
    expect(iscrowd).toBe(0)
  }
  const named = annotations
    .filter(({ image_id }) => image_id === photo.id)
    .map(({ category_id }) => categories.find(({ id }) => id === category_id)?.name)
  expect(named).toEqual(['oil', 'le-erosion', 'other', 'lost-type'])
})
