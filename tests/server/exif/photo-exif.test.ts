import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Exif } from 'sharp'
import { expect, it } from 'vitest'
import { NO_EXIF, type Photo, type PhotoExif } from '#domain/photo.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg } from '../../support/builders.ts'
import { ascii, taggedJpeg, taggedTiff, xmpPacket } from '../../support/files/tagged-picture.ts'

setUpTurbine()

const DATA = join(import.meta.dirname, '../../../../shared/data')

async function withExif(exif: Exif): Promise<Buffer> {
  return sharp(await jpeg({ width: 8, height: 8 }))
    .withExif(exif)
    .jpeg()
    .toBuffer()
}

const upload = (name: string, bytes: Uint8Array) => operator.uploadPhoto(turbine, name, bytes)

async function exifOf({ id }: Photo): Promise<PhotoExif> {
  const answer = await operator.get(`/api/turbines/${turbine}/photos/${id}/exif`)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { exif: PhotoExif }).exif
}

it('answers the time, the camera and the place that the camera wrote', async () => {
  const bytes = await withExif({
    IFD0: { Make: 'DJI', Model: 'FC6310' },
    IFD2: { DateTimeOriginal: '2026:09:12 14:03:05' },
    IFD3: {
      GPSLatitudeRef: 'S',
      GPSLatitude: '38/1 30/1 0/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '26/1 15/1 0/1',
      GPSAltitudeRef: '0',
      GPSAltitude: '962/10',
    },
  })
  expect(await exifOf(await upload('facts.jpg', bytes))).toEqual({
    ...NO_EXIF,
    taken_at: '2026-09-12T14:03:05',
    camera: 'DJI FC6310',
    gps: { latitude: -38.5, longitude: 26.25, altitude: 96.2 },
  })
})

it.each<[title: string, exif: Exif, expected: Partial<PhotoExif>]>([
  ['an impossible time', { IFD2: { DateTimeOriginal: '2026:13:40 25:00:00' } }, {}],
  ['an unset clock', { IFD2: { DateTimeOriginal: '0000:00:00 00:00:00' } }, {}],
  [
    'a model that begins with its make',
    { IFD0: { Make: 'Canon', Model: 'Canon EOS R5' } },
    { camera: 'Canon EOS R5' },
  ],
  ['a focal length that is rounded to zero', { IFD2: { FocalLength: '1/1000' } }, {}],
  ['a make alone', { IFD0: { Make: '  SONY  ' } }, { camera: 'SONY' }],
  [
    'a position of zeros',
    {
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '0/1 0/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '0/1 0/1 0/1',
      },
    },
    {},
  ],
  [
    'a position outside of the Earth',
    {
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '138/1 0/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '0/1 0/1 0/1',
      },
    },
    {},
  ],
])('reads %s', async (title, exif, expected) => {
  const photo = await upload(`${title.replaceAll(' ', '_')}.jpg`, await withExif(exif))
  expect(await exifOf(photo)).toEqual({ ...NO_EXIF, ...expected })
})

it('answers what a drone wrote, and takes the month of a TIFF from its own directories', async () => {
  const packet = xmpPacket({
    'drone-dji:GimbalPitchDegree': '-12.30',
    'drone-dji:GimbalYawDegree': '-176.00',
    'drone-dji:RelativeAltitude': '+84.20',
  })
  const drone = await upload('drone.jpg', await taggedJpeg({ xmp: packet }))
  expect(await exifOf(drone)).toEqual({
    ...NO_EXIF,
    gimbal: { pitch: -12.3, yaw: 184, roll: null },
    relative_altitude: 84.2,
  })
  const year = new Date().getFullYear()
  const month = ((new Date().getMonth() + 6) % 12) + 1
  const time = `${year}:${String(month).padStart(2, '0')}:05 14:03:05`
  const tiff = await upload('own.tif', taggedTiff({ exif: [ascii(0x9003, time)] }))
  expect(tiff.month).toBe(month)
  expect((await exifOf(tiff)).taken_at).toContain(`${year}-`)
})

it('answers nothing for a photo without EXIF data and for a point cloud', async () => {
  const photo = await upload('plain.jpg', await jpeg({ width: 8, height: 8 }))
  expect(await exifOf(photo)).toEqual(NO_EXIF)
  const cloud =
    'VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH 1\nHEIGHT 1\nPOINTS 1\nDATA ascii\n0 0 0\n'
  expect(await exifOf(await upload('scan.pcd', Buffer.from(cloud)))).toEqual(NO_EXIF)
})

it('answers from the database, and decodes nothing', async () => {
  const photo = await upload('stored.jpg', await withExif({ IFD0: { Make: 'DJI' } }))
  await testApp.services.store.remove([originalOf(photo.key)])
  expect(await exifOf(photo)).toEqual({ ...NO_EXIF, camera: 'DJI' })
})

it.skipIf(!existsSync(DATA))(
  'reads a photo of a real camera (skipped if its folder is missing)',
  async () => {
    const photo = await upload('gps.jpg', readFileSync(join(DATA, 'photo/gps_DSCN0010.jpg')))
    const { taken_at, camera, gps } = await exifOf(photo)
    expect({ taken_at, camera }).toEqual({ taken_at: '2008-10-22T16:28:39', camera: 'NIKON COOLPIX P6000' })
    expect(gps?.latitude).toBeCloseTo(43.46745, 4)
    expect(gps?.longitude).toBeCloseTo(11.88513, 4)
  },
)
