import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MIB } from '#domain/limits.ts'
import { ImagePool } from '#server/infrastructure/images/image-pool.ts'
import { SERVER_ITSELF } from '#server/infrastructure/work-order.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'

let pool: ImagePool
setUpFolder('file')
beforeAll(async () => {
  const limits = { maxPixels: 100_000_000, timeLimit: 30_000, memoryLimit: 1024 * MIB }
  pool = new ImagePool(limits, pino({ level: 'silent' }))
})
afterAll(() => pool.close())

const newPath = () => join(dir, crypto.randomUUID())
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#456' } })

async function save(image: Sharp): Promise<string> {
  const path = newPath()
  await writeFile(path, await image.jpeg().toBuffer())
  return path
}

it.each([
  ['a wide image', 3000, 300, 1, ['2560×256', '1280×128', '320×32']],
  ['a tall image', 300, 6000, 1, ['300×6000', '256×5120', '64×1280']],
  ['a wide image that is turned by a quarter', 4000, 500, 5, ['500×4000', '500×4000', '160×1280']],
  ['a wide image that is turned by a half', 4000, 500, 3, ['2560×320', '1280×160', '320×40']],
])(
  'the derivatives of %s are at most four times as high as wide',
  async (_, width, height, orientation, sizes) => {
    const path = await save(picture(width, height).withMetadata({ orientation }))
    const image = await pool.decode(path, newPath, { requester: SERVER_ITSELF, priority: 'high' })
    const made = await Promise.all((image?.derivatives ?? []).map((one) => sharp(one.path).metadata()))
    expect(made.map((one) => `${one.width}×${one.height}`)).toEqual(sizes)
  },
)

it.each([0, 123.5, 360])('reads the heading %d of a sphere', async (heading) => {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/"
      GPano:ProjectionType="equirectangular" GPano:PoseHeadingDegrees="${heading}"/></rdf:RDF></x:xmpmeta>`
  const metadata = await pool.readMetadata(await save(picture(8, 4).withXmp(xmp)), {
    requester: SERVER_ITSELF,
    priority: 'high',
  })
  expect(metadata?.gpano).toMatchObject({ projection: 'equirectangular', heading })
})
