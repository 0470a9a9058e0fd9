import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { operator, setUpTurbine, turbine } from '../../support/app-setup.ts'
import { readUpload } from '../../support/builders.ts'

setUpTurbine()

const DATA = join(import.meta.dirname, '../../../../shared/data')
const real = (path: string) => readFileSync(join(DATA, path))

describe.skipIf(!existsSync(DATA))('real files (skipped if their folder is missing)', () => {
  it('refuses hostile images with the right reason', async () => {
    const { status, rejected } = await readUpload(
      await operator.upload(turbine, {
        'truncated.jpg': real('hostile/truncated.jpg'),
        'corrupt_header.jpg': real('hostile/corrupt_header.jpg'),
        'bomb.png': real('hostile/bomb_65536x65536.png'),
        'report.jpg': real('pdf/minimal.pdf'),
      }),
    )
    expect(status).toBe(415)
    expect(rejected.map(({ error }) => error)).toEqual([
      'unsupported_file',
      'unsupported_file',
      'too_large',
      'unsupported_file',
    ])
  })

  it('accepts 280 megapixels, which are below the limit', async () => {
    const { data } = await readUpload(
      await operator.upload(turbine, { 'giant.jpg': real('hostile/giant_20000x14000.jpg') }),
    )
    expect(data[0]).toMatchObject({ width: 20000, height: 14000 })
  })

  it('rotates the derivatives by every EXIF orientation', async () => {
    const upright = await sharp(real('exif/landscape_1.jpg'))
      .resize(48, 32, { fit: 'fill' })
      .greyscale()
      .raw()
      .toBuffer()
    for (let orientation = 0; orientation <= 8; orientation += 1) {
      const bytes = real(`exif/landscape_${orientation}.jpg`)
      const photo = await operator.uploadPhoto(turbine, `o${orientation}.jpg`, bytes)
      expect([photo.width, photo.height]).toEqual([1800, 1200])
      const derivative = await (await operator.get(`${photo.url}?w=1280`)).arrayBuffer()
      const seen = await sharp(Buffer.from(derivative))
        .resize(48, 32, { fit: 'fill' })
        .greyscale()
        .raw()
        .toBuffer()
      const difference =
        upright.reduce((sum, value, index) => sum + Math.abs(value - (seen[index] ?? 0)), 0) / upright.length
      expect([orientation, difference < 8]).toEqual([orientation, true])
    }
  })

  it('accepts point clouds in all three encodings, without derivatives, and refuses truncated ones', async () => {
    for (const name of ['bunny_ascii', 'colored_binary', 'logo_compressed', 'room_scan_compressed']) {
      const bytes = real(`pointcloud/${name}.pcd`)
      const photo = await operator.uploadPhoto(turbine, `${name}.pcd`, bytes)
      expect(photo).toMatchObject({ width: null, height: null, thumb_url: null, size: bytes.length })
      expect((await (await operator.get(photo.url)).arrayBuffer()).byteLength).toBe(bytes.length)
      expect((await operator.get(`${photo.url}?w=320`)).status).toBe(404)
      const cut = await operator.upload(turbine, { [`cut_${name}.pcd`]: bytes.subarray(0, bytes.length / 4) })
      expect([name, cut.status]).toEqual([name, 415])
    }
  })

  it('accepts real panoramas and photos', async () => {
    const { data, rejected } = await readUpload(
      await operator.upload(turbine, {
        'building.jpg': real('panorama/building_8192x4096.jpg'),
        'equipment.jpg': real('panorama/equipment_room_4000x2000.jpg'),
        'puydesancy.jpg': real('panorama/puydesancy_4096x2048.jpg'),
        'partial.jpg': real('panorama/partial_sphere_4000x1260.jpg'),
        'gps.jpg': real('photo/gps_DSCN0010.jpg'),
      }),
    )
    expect(rejected).toEqual([])
    expect(data.map(({ width, height }) => [width, height])).toEqual([
      [8192, 4096],
      [4000, 2000],
      [4096, 2048],
      [4000, 1260],
      [640, 480],
    ])
  })
})
