/** What is not stored as a photo gets one of three sentences: its kind is not known, its variant is not supported, or it is damaged, and where. */
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { NO_EXIF, type Photo, type PhotoExif } from '#domain/photo.ts'
import { operator, setUpTurbine, turbine } from '../../support/app-setup.ts'
import { jpeg, pdf, uploadForm } from '../../support/builders.ts'
import { exifWithPointerBack, pictureWith } from '../../support/files/hostile-exif.ts'
import { pngChunk, withChunks } from '../../support/pictures/png-chunks.ts'

setUpTurbine()

const noise = sharp({
  create: {
    width: 640,
    height: 480,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  },
})
const share = async (made: Promise<Buffer>, part: number) => {
  const bytes = await made
  return bytes.subarray(0, Math.floor(bytes.length * part))
}
/** @see PNG 3, 11.3.6 */
const animatedPng = async () =>
  withChunks(await noise.clone().png().toBuffer(), pngChunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])))
/** @see TIFF 6.0, section 8, PlanarConfiguration */
const planarTiles = async () => {
  const tiff = await noise.clone().tiff({ compression: 'none', tile: true }).toBuffer()
  const entry = tiff.indexOf(Buffer.from([0x1c, 1, 3, 0, 1, 0, 0, 0, 1, 0]))
  tiff[entry + 8] = 2
  return tiff
}
const photoshop = async () => Buffer.concat([Buffer.from('8BPS\0\x01'), Buffer.alloc(500)])
/** What macOS writes beside each file on a memory card. @see RFC 1740, appendix B */
const appleDouble = async () => Buffer.concat([Buffer.from([0, 5, 0x16, 7, 0, 2, 0, 0]), Buffer.alloc(4088)])

it.each<[title: string, name: string, bytes: () => Promise<Buffer>, tr: string, en: string]>([
  ['a text', 'a.jpg', async () => Buffer.from('text'), 'türü tanınmıyor', 'kind of file is not known'],
  ['a file of macOS', '_a.jpg', appleDouble, 'türü tanınmıyor', 'kind of file is not known'],
  ['a report', 'a.pdf', async () => pdf(), 'türü tanınmıyor', 'kind of file is not known'],
  ['a file of Photoshop', 'a.psd', photoshop, 'Bu bir PSD dosyası', 'This is a PSD file'],
  ['an animated PNG', 'a.png', animatedPng, 'PNG hareketli', 'PNG is animated'],
  ['tiles of separate planes', 'a.tif', planarTiles, 'desteklenmeyen', 'variant that is not supported'],
  ['a JPEG of another name', 'a.HEIC', () => jpeg(), 'içeriği JPEG', 'content of the file is JPEG'],
  [
    'half a JPEG',
    'a.jpg',
    () => share(noise.clone().jpeg().toBuffer(), 0.5),
    'yalnızca üstten yaklaşık %4',
    'only about the top 4',
  ],
  [
    'half a PNG',
    'a.png',
    () => share(noise.clone().png().toBuffer(), 0.5),
    'yalnızca üstten yaklaşık %4',
    'only about the top 4',
  ],
  [
    'half a progressive JPEG',
    'a.jpg',
    () => share(noise.clone().jpeg({ progressive: true }).toBuffer(), 0.5),
    'verisi okunamıyor',
    'data of the image cannot be read',
  ],
  [
    'the beginning of a JPEG',
    'a.jpg',
    () => share(noise.clone().jpeg().toBuffer(), 0.001),
    'başlığı okunamıyor',
    'header of the image cannot be read',
  ],
  [
    'a TIFF without the directory at its end',
    'a.tif',
    () => share(noise.clone().tiff().toBuffer(), 0.9),
    'başlığı okunamıyor',
    'header of the image cannot be read',
  ],
])('says what %s is', async (_, name, bytes, tr, en) => {
  for (const [language, part] of [
    ['tr', tr],
    ['en', en],
  ] as const) {
    const form = uploadForm({ [name]: await bytes() })
    const headers = { 'Accept-Language': language }
    const answer = await operator.sendForm(`/api/turbines/${turbine}/photos`, form, headers)
    const { error, message } = (await answer.json()) as { error: string; message: string }
    expect([answer.status, error]).toEqual([415, 'unsupported_file'])
    expect(message).toContain(part)
  }
})

it.each([false, true])(
  'stores a JPEG whose EXIF data point back, without them: big-endian %s',
  async (isBigEndian) => {
    const bytes = await pictureWith(exifWithPointerBack(isBigEndian), 'jpeg')
    const answer = await operator.upload(turbine, { 'a.jpg': bytes, 'b.jpg': await jpeg() })
    expect(answer.status).toBe(201)
    const { data, exif_left_out } = (await answer.json()) as { data: Photo[]; exif_left_out: string[] }
    expect(exif_left_out).toEqual(['a.jpg'])
    const [photo] = data
    const { exif } = (await (
      await operator.get(`/api/turbines/${turbine}/photos/${photo?.id}/exif`)
    ).json()) as {
      exif: PhotoExif
    }
    expect(exif).toEqual({ ...NO_EXIF, is_contradictory: true })
  },
)
