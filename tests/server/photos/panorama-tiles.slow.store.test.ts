import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { type Panorama, TILE_SIZE } from '#domain/pictures/panorama.ts'
import { operator, setUpTurbine, turbine } from '../../support/app-setup.ts'

setUpTurbine()

const DATA = join(import.meta.dirname, '../../../../shared/data')

const upload = (name: string, bytes: Uint8Array) => operator.uploadPhoto(turbine, name, bytes)

async function panoramaOf({ id }: Photo): Promise<Panorama> {
  const answer = await operator.get(`/api/turbines/${turbine}/photos/${id}/panorama`)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { panorama: Panorama }).panorama
}

async function tile({ tile_url }: Panorama, level: number, column: number, row: number) {
  const address = tile_url
    .replace('{level}', String(level))
    .replace('{column}', String(column))
    .replace('{row}', String(row))
  const answer = await operator.get(address)
  expect([address, answer.status, answer.headers.get('Content-Type')]).toEqual([address, 200, 'image/jpeg'])
  return sharp(Buffer.from(await answer.arrayBuffer()))
}

/** A picture whose red shows the column and whose green shows the row; its blue is constant. */
function gradient(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      pixels.set([(x / width) * 255, (y / height) * 255, 128], (y * width + x) * 3)
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Expects that all tiles have the sizes of the levels, and show the gradient where they lie, with a tolerance of JPEG. */
async function expectGradient(panorama: Panorama): Promise<void> {
  for (const [index, level] of panorama.levels.entries()) {
    for (let row = 0; row < level.rows; row += 1) {
      for (let column = 0; column < level.columns; column += 1) {
        const picture = await tile(panorama, index, column, row)
        const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
        const [left, top] = [column * TILE_SIZE, row * TILE_SIZE]
        expect({ index, column, row, width: info.width, height: info.height }).toEqual({
          index,
          column,
          row,
          width: Math.min(TILE_SIZE, level.width - left),
          height: Math.min(TILE_SIZE, level.height - top),
        })
        for (const [x, y] of [
          [0, 0],
          [info.width - 1, 0],
          [info.width >> 1, info.height >> 1],
          [info.width - 1, info.height - 1],
        ] as const) {
          const at = (y * info.width + x) * info.channels
          const expected = [((left + x) / level.width) * 255, ((top + y) / level.height) * 255, 128]
          const difference = expected.map((value, channel) => Math.abs((data[at + channel] ?? 0) - value))
          expect(Math.max(...difference)).toBeLessThan(6)
        }
      }
    }
  }
}

it.each([
  [1025, 513],
  [2048, 1024],
  [700, 1300],
  [512, 512],
])('cuts a picture of %i × %i pixels into the tiles of its levels', async (width, height) => {
  const photo = await upload(`${width}x${height}.png`, await gradient(width, height).png().toBuffer())
  const panorama = await panoramaOf(photo)
  expect(panorama.levels.at(-1)).toMatchObject({ width, height })
  await expectGradient(panorama)
})

it.each([
  [513, 3],
  [1, 1],
  [2, 3000],
])('cuts a thin picture of %i × %i pixels', async (width, height) => {
  const photo = await upload(`${width}x${height}.png`, await gradient(width, height).png().toBuffer())
  const panorama = await panoramaOf(photo)
  for (const [index, level] of panorama.levels.entries()) {
    const { width: tileWidth, height: tileHeight } = await (
      await tile(panorama, index, level.columns - 1, level.rows - 1)
    ).metadata()
    expect([tileWidth, tileHeight]).toEqual([
      level.width - (level.columns - 1) * TILE_SIZE,
      level.height - (level.rows - 1) * TILE_SIZE,
    ])
  }
})

it.each<[title: string, make: (picture: Sharp) => Promise<Buffer>]>([
  ['a progressive JPEG', (picture) => picture.jpeg({ progressive: true, quality: 95 }).toBuffer()],
  ['a PNG with 16 bits', (picture) => picture.toColourspace('rgb16').png().toBuffer()],
  ['a WebP', (picture) => picture.webp({ lossless: true }).toBuffer()],
  ['a TIFF', (picture) => picture.tiff().toBuffer()],
  ['a PNG with an alpha channel', (picture) => picture.ensureAlpha().png().toBuffer()],
])('makes tiles of %s', async (title, make) => {
  const photo = await upload(title.replaceAll(' ', '_'), await make(gradient(900, 600)))
  await expectGradient(await panoramaOf(photo))
})

it('makes tiles of a CMYK photo and of a grey one in sRGB', async () => {
  for (const space of ['cmyk', 'b-w']) {
    const bytes = await gradient(600, 600).toColourspace(space).jpeg().toBuffer()
    const { channels, space: made } = await (
      await tile(await panoramaOf(await upload(`${space}.jpg`, bytes)), 1, 1, 1)
    ).metadata()
    expect({ channels, made }).toEqual({ channels: 3, made: 'srgb' })
  }
})

it.each([2, 3, 4, 5, 6, 7, 8])('turns the tiles of a photo with EXIF orientation %i', async (orientation) => {
  // The inverse of the turn that the EXIF data ask for.
  const inverse: Record<number, (picture: Sharp) => Sharp> = {
    2: (picture) => picture.flop(),
    3: (picture) => picture.rotate(180),
    4: (picture) => picture.flip(),
    5: (picture) => picture.flop().rotate(270),
    6: (picture) => picture.rotate(270),
    7: (picture) => picture.flop().rotate(90),
    8: (picture) => picture.rotate(90),
  }
  const turned = (inverse[orientation] as (picture: Sharp) => Sharp)(gradient(1300, 700))
  const bytes = await turned.withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
  const panorama = await panoramaOf(await upload(`turned_${orientation}.jpg`, bytes))
  expect([panorama.width, panorama.height]).toEqual([1300, 700])
  await expectGradient(panorama)
})

it.skipIf(!existsSync(DATA))(
  'detects the spheres of real panoramas and makes their tiles (skipped if their folder is missing)',
  async () => {
    for (const name of [
      'puydesancy_4096x2048.jpg',
      'equipment_room_4000x2000.jpg',
      'building_8192x4096.jpg',
    ]) {
      const panorama = await panoramaOf(await upload(name, await readFile(join(DATA, 'panorama', name))))
      const { width, height } = panorama
      expect(panorama.sphere).toEqual({ full_width: width, full_height: height, left: 0, top: 0 })
      const { levels } = panorama
      const last = levels.at(-1)
      const corner = await tile(panorama, levels.length - 1, (last?.columns ?? 0) - 1, (last?.rows ?? 0) - 1)
      // What the camera wrote is not repeated in each tile.
      expect(await corner.metadata()).not.toMatchObject({ exif: expect.anything() })
      expect(await corner.metadata()).not.toMatchObject({ xmp: expect.anything() })
    }
  },
)
