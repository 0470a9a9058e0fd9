/** A photo of a phone from its upload to the answers about it. */
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { PhotoExif } from '#domain/photo.ts'
import { operator, setUpTurbine, turbine } from '../../support/app-setup.ts'
import { readUpload } from '../../support/builders.ts'
import { DESCRIBED, QUARTERS } from '../../support/pictures/heic-files.ts'
import { turnOf, withProperty } from '../../support/pictures/heif-boxes.ts'

setUpTurbine()

it.each(['IMG_0001.HEIC', 'IMG_0002.heif', 'DSC_0003.hif', 'IMG_0004'])(
  '%s is stored byte for byte and seen as JPEG and WebP',
  async (name) => {
    const file = withProperty(QUARTERS, turnOf(1))
    const { data, rejected } = await readUpload(await operator.upload(turbine, { [name]: file }))
    expect([data.length, rejected]).toEqual([1, []])
    const [photo] = data
    expect(photo).toMatchObject({
      originalName: name,
      width: 48,
      height: 64,
      is_sphere: false,
      original_shown: false,
    })
    const original = await operator.get(photo?.url ?? '')
    expect(original.headers.get('Content-Type')).toBe('image/heic')
    expect(Buffer.from(await original.arrayBuffer()).equals(file)).toBe(true)
    for (const [width, type] of [
      [320, 'image/webp'],
      [2560, 'image/jpeg'],
    ] as const) {
      const answer = await operator.get(`${photo?.url}?w=${width}`)
      expect(answer.headers.get('Content-Type')).toBe(type)
      const size = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect([size.width, size.height]).toEqual([48, 64])
    }
  },
)

it('says when and by which camera it was taken', async () => {
  const { data } = await readUpload(await operator.upload(turbine, { 'described.heic': DESCRIBED }))
  const answer = await operator.get(`/api/turbines/${turbine}/photos/${data[0]?.id}/exif`)
  const { exif } = (await answer.json()) as { exif: PhotoExif }
  expect(exif).toMatchObject({ taken_at: '2026-09-12T14:03:05', camera: 'KanatCam H1' })
  expect(data[0]?.month).toBe(9)
})

it('is refused with the name of a JPEG, and a JPEG with its name', async () => {
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  for (const [name, file, extension] of [
    ['a.jpg', QUARTERS, '.heic'],
    ['b.heic', jpeg, '.jpg'],
  ] as const) {
    const { rejected } = await readUpload(await operator.upload(turbine, { [name]: file }))
    expect(JSON.stringify(rejected)).toContain(extension)
  }
})
