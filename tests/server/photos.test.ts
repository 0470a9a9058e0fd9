import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Photo, Rejection } from '#domain/photo.ts'
import {
  type Client,
  House,
  jpeg,
  makeCompany,
  makeTurbine,
  makeUser,
  nobody,
  signIn,
  someone,
} from '../builders.ts'

const DATA = join(import.meta.dirname, '../../../shared/data')
const real = (path: string) => readFileSync(join(DATA, path))

let house: House
let company: number
let operator: Client
let turbine: number

beforeAll(async () => {
  house = await House.open({ MAX_FILE_MB: '8', MAX_FILES: '6' })
  company = await makeCompany(house)
  operator = await someone(house, 'operator', company)
})
afterAll(() => house[Symbol.asyncDispose]())
beforeEach(async () => {
  turbine = await makeTurbine(house, { company_id: company })
})

interface UploadAnswer {
  status: number
  error?: string
  data: Photo[]
  rejected: Rejection[]
  issues?: { path: string; message: string }[]
}
const read = async (answer: Response): Promise<UploadAnswer> => ({
  status: answer.status,
  ...((await answer.json()) as Omit<UploadAnswer, 'status'>),
})
const list = async (query = '', client = operator) =>
  read(await client.get(`/api/turbines/${turbine}/photos${query}`))

describe('uploading photos', () => {
  it('answers each photo as the contract says', async () => {
    const bytes = await jpeg({ width: 3000, height: 2000 })
    const { status, data, rejected } = await read(
      await operator.upload(turbine, { 'Root_01.jpg': bytes }, { room: '3', blade: 'B', year: '2024' }),
    )
    expect(status).toBe(201)
    expect(rejected).toEqual([])
    const key = data[0]?.key ?? ''
    expect(key).toMatch(new RegExp(`^turbines/${turbine}/photos/\\d{13}-[0-9a-f]{12}-Root_01\\.jpg$`))
    expect(data).toEqual([
      {
        key,
        file_path: key,
        url: `/media/${key}`,
        thumb_url: `/media/${key}?w=320`,
        originalName: 'Root_01.jpg',
        room: '3',
        blade: 'B',
        category: 'blade',
        year: 2024,
        month: new Date().getMonth() + 1,
        size: bytes.length,
        width: 3000,
        height: 2000,
        upload_date: expect.any(String),
        lastModified: expect.any(String),
        uploaded_by: 'Ada Yel',
        uploader_name: 'Ada Yel',
        uploader_email: expect.stringContaining('@kanat.example'),
      },
    ])
    expect((await list('?room=3')).data).toEqual(data)
  })

  it('takes fields that come after the files, and this year where none is named', async () => {
    const form = new FormData()
    form.append('photos', new Blob([Uint8Array.from(await jpeg())]), 'late.jpg')
    form.append('category', 'drone')
    const { data } = await read(await operator.send('POST', `/api/turbines/${turbine}/photos`, form))
    expect(data[0]).toMatchObject({
      category: 'drone',
      room: null,
      blade: null,
      year: new Date().getFullYear(),
    })
  })

  it('keeps the good ones and lists the others, each with its reason', async () => {
    await operator.upload(turbine, { 'taken.jpg': await jpeg() })
    const { status, data, rejected } = await read(
      await operator.upload(turbine, {
        'good.jpg': await jpeg(),
        'kanat görüntüsü.jpg': await jpeg(),
        'taken.jpg': await jpeg(),
        'page.jpg': Buffer.from('<!doctype html><script>alert(1)</script>'),
        'drawing.png': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        'huge.jpg': Buffer.alloc(8 * 1024 * 1024 + 1, 1),
      }),
    )
    expect(status).toBe(201)
    expect(data.map(({ originalName }) => originalName)).toEqual(['good.jpg'])
    expect(rejected.map(({ name, error }) => [name, error])).toEqual([
      ['kanat görüntüsü.jpg', 'invalid_name'],
      ['taken.jpg', 'photo_name_taken'],
      ['page.jpg', 'unsupported_file'],
      ['drawing.png', 'unsupported_file'],
      ['huge.jpg', 'too_large'],
    ])
    expect(rejected[0]?.message).toMatch(/^Dosya adında yalnızca/)
  })

  it('has the status of the first rejection where none is kept, and leaves no file', async () => {
    await operator.upload(turbine, { 'taken.jpg': await jpeg() })
    const before = await house.contents()
    const cases: [files: Record<string, Uint8Array>, status: number, error: string][] = [
      [{ 'iki kelime.jpg': await jpeg() }, 400, 'validation_failed'],
      [{ 'taken.jpg': await jpeg(), 'text.jpg': Buffer.from('text') }, 409, 'photo_name_taken'],
      [{ 'text.jpg': Buffer.from('text'), 'taken.jpg': await jpeg() }, 415, 'unsupported_file'],
      [{ 'empty.jpg': Buffer.alloc(0) }, 415, 'unsupported_file'],
      [{ 'huge.jpg': Buffer.alloc(8 * 1024 * 1024 + 1, 1) }, 413, 'too_large'],
    ]
    for (const [files, status, error] of cases) {
      const answer = await read(await operator.upload(turbine, files))
      expect(answer).toMatchObject({ status, error })
      expect(answer.rejected.map(({ name }) => name)).toEqual(Object.keys(files))
    }
    expect(await house.contents()).toEqual(before)
  })

  it('gives one of two uploads of the same name at the same time the place, and the other a rejection', async () => {
    const bytes = await jpeg({ width: 1500, height: 1000 })
    const answers = await Promise.all(
      [1, 2, 3].map(async () => read(await operator.upload(turbine, { 'same.jpg': bytes }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect((await list()).data).toHaveLength(1)
    expect((await house.files()).filter((file) => file.includes(`turbines/${turbine}/`))).toHaveLength(4)
  })

  it('refuses names with a path in them', async () => {
    const part = (name: string) =>
      `--x\r\nContent-Disposition: form-data; name="photos"; filename="${name}"\r\n\r\nabc\r\n`
    const body = `${part('../../etc/a.jpg')}${part('..')}${part('/etc/passwd')}--x\r\nContent-Disposition: form-data; name="room"\r\n\r\n1\r\n--x--\r\n`
    const answer = await operator.send('POST', `/api/turbines/${turbine}/photos`, body, {
      'Content-Type': 'multipart/form-data; boundary=x',
    })
    const { status, rejected } = await read(answer)
    expect(status).toBe(400)
    expect(rejected.map(({ name, error }) => [name, error])).toEqual([
      ['../../etc/a.jpg', 'invalid_name'],
      ['..', 'invalid_name'],
      ['/etc/passwd', 'invalid_name'],
    ])
  })

  it('refuses small files that would fill the memory when decoded', async () => {
    const blank = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#888' }, limitInputPixels: false })
    const bombs = {
      'strip.png': await blank(70_000, 3).png().toBuffer(),
      'whole.avif': await blank(6000, 6000).avif({ effort: 0 }).toBuffer(),
      'progressive.jpg': await blank(9000, 9000).jpeg({ progressive: true }).toBuffer(),
    }
    const { status, rejected } = await read(await operator.upload(turbine, bombs))
    expect(status).toBe(413)
    expect(rejected.map(({ name, error }) => [name, error])).toEqual(
      Object.keys(bombs).map((name) => [name, 'too_large']),
    )
  })

  it('refuses fields that do not fit, and keeps nothing of the request', async () => {
    const before = await house.contents()
    const wrong: [fields: Record<string, string>, path: string][] = [
      [{ room: '' }, 'room'],
      [{ year: '24' }, 'year'],
      [{ year: '1066' }, 'year'],
      [{ blade: 'D' }, 'blade'],
      [{ category: 'submarine' }, 'category'],
      [{ company_id: '1' }, 'company_id'],
    ]
    for (const [fields, path] of wrong) {
      const answer = await read(await operator.upload(turbine, { 'a.jpg': await jpeg() }, fields))
      expect(answer).toMatchObject({ status: 400, error: 'validation_failed', issues: [{ path }] })
    }
    expect(await house.contents()).toEqual(before)
  })

  it('refuses bodies that are no multipart, have no boundary, no file, or break off', async () => {
    const before = await house.contents()
    const url = `/api/turbines/${turbine}/photos`
    const part = '--x\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\nabc'
    const multipart = (boundary: string) => ({ 'Content-Type': `multipart/form-data${boundary}` })
    const answers = await Promise.all([
      operator.send('POST', url),
      operator.json('POST', url, { photos: [] }),
      operator.send('POST', url, part, multipart('')),
      operator.send('POST', url, part, multipart('; boundary=x')),
      operator.send('POST', url, '', multipart('; boundary=x')),
      operator.send('POST', url, 'no parts in here', multipart('; boundary=x')),
      operator.send(
        'POST',
        url,
        '--x\r\nContent-Disposition: form-data; name="room"\r\n\r\n1\r\n--x--\r\n',
        multipart('; boundary=x'),
      ),
    ])
    for (const answer of answers)
      expect(await read(answer)).toMatchObject({ status: 400, error: 'validation_failed' })
    expect(await house.contents()).toEqual(before)
  })

  it('refuses a request with too many files as a whole', async () => {
    const before = await house.contents()
    const files = Object.fromEntries(
      await Promise.all(Array.from({ length: 7 }, async (_, n) => [`n${n}.jpg`, await jpeg()])),
    )
    expect(await read(await operator.upload(turbine, files))).toMatchObject({
      status: 413,
      error: 'too_large',
    })
    expect(await house.contents()).toEqual(before)
  })

  it('finds out a picture that is cut off, whatever its type', async () => {
    const original = sharp(await jpeg({ width: 800, height: 600 }))
    const pictures = {
      'cut.jpg': await original.clone().jpeg().toBuffer(),
      'cut.png': await original.clone().png().toBuffer(),
      'cut.webp': await original.clone().webp().toBuffer(),
      'cut.tiff': await original.clone().tiff().toBuffer(),
      'cut.avif': await original.clone().avif({ effort: 0 }).toBuffer(),
    }
    for (const [name, bytes] of Object.entries(pictures)) {
      const cut = await read(
        await operator.upload(turbine, { [name]: bytes.subarray(0, Math.floor(bytes.length * 0.7)) }),
      )
      expect([name, cut.status, cut.error]).toEqual([name, 415, 'unsupported_file'])
      const whole = await operator.upload(turbine, { [name]: bytes })
      expect([name, whole.status]).toEqual([name, 201])
    }
  })

  it('asks who and which turbine before it reads the body', async () => {
    const before = await house.contents()
    const foreign = await makeTurbine(house, { company_id: await makeCompany(house) })
    const neverEnding = () => new ReadableStream({ pull: () => new Promise<void>(() => {}) })
    const send = (client: Client, id: number) =>
      house.app.request(`/api/turbines/${id}/photos`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${client.token}`,
          'Content-Type': 'multipart/form-data; boundary=x',
        },
        body: neverEnding(),
        duplex: 'half',
      } as RequestInit)
    expect((await send(nobody(house), turbine)).status).toBe(401)
    expect((await send(await someone(house, 'customer', company), turbine)).status).toBe(403)
    expect((await send(await someone(house, 'viewer', company), turbine)).status).toBe(403)
    expect((await send(operator, foreign)).status).toBe(404)
    expect((await send(operator, 99999)).status).toBe(404)
    const { turbine: _, ...rows } = (await house.contents()).rows as Record<string, unknown>
    expect(rows.photo).toEqual((before.rows as Record<string, unknown>).photo)
  })

  it('may be done by operators, managers, admins and superadmins', async () => {
    for (const role of ['operator', 'company_manager', 'admin'] as const) {
      const client = await someone(house, role, company)
      expect((await client.upload(turbine, { [`${role}.jpg`]: await jpeg() })).status).toBe(201)
    }
    const superadmin = await someone(house, 'superadmin')
    expect((await superadmin.upload(turbine, { 'super.jpg': await jpeg() })).status).toBe(201)
  })

  it('takes the month from the camera where it agrees on the year', async () => {
    const shot = await sharp(await jpeg())
      .withExif({ IFD2: { DateTimeOriginal: '2023:05:17 10:20:30' } })
      .jpeg()
      .toBuffer()
    const { data } = await read(await operator.upload(turbine, { 'may.jpg': shot }, { year: '2023' }))
    expect(data[0]?.month).toBe(5)
    const other = await read(await operator.upload(turbine, { 'other.jpg': shot }, { year: '2022' }))
    expect(other.data[0]?.month).toBe(new Date().getMonth() + 1)
  })
})

describe('listing photos', () => {
  beforeEach(async () => {
    const upload = async (name: string, fields: Record<string, string>) =>
      operator.upload(turbine, { [name]: await jpeg() }, fields)
    await upload('b1.jpg', { room: '1', year: '2024' })
    await upload('b2.jpg', { room: '2', year: '2025' })
    await upload('d1.jpg', { room: '', blade: 'C', category: 'drone', year: '2025' })
  })
  const names = async (query: string) => (await list(query)).data.map(({ originalName }) => originalName)

  it('gives blade photos, newest first, unless asked for more', async () => {
    expect(await names('')).toEqual(['b2.jpg', 'b1.jpg'])
    expect(await names('?view=all&noCache=1&role=superadmin')).toEqual(['d1.jpg', 'b2.jpg', 'b1.jpg'])
    expect(await names('?category=drone')).toEqual(['d1.jpg'])
    expect(await names('?room=1')).toEqual(['b1.jpg'])
    expect(await names('?room=&year=2025')).toEqual(['b2.jpg'])
  })

  it('refuses filters that do not fit', async () => {
    for (const query of ['?year=abc', '?category=submarine', '?view=some', `?room=${'x'.repeat(50)}`]) {
      expect(await list(query)).toMatchObject({ status: 400, error: 'validation_failed' })
    }
  })

  it('answers 304 until something changes', async () => {
    const url = `/api/turbines/${turbine}/photos?view=all`
    const etag = (await operator.get(url)).headers.get('ETag') ?? ''
    expect((await operator.get(url, { 'If-None-Match': etag })).status).toBe(304)
    await operator.upload(turbine, { 'new.jpg': await jpeg() })
    expect((await operator.get(url, { 'If-None-Match': etag })).status).toBe(200)
  })
})

describe('deleting a photo', () => {
  let photo: Photo
  beforeEach(async () => {
    photo = (await read(await operator.upload(turbine, { 'a.jpg': await jpeg() }))).data[0] as Photo
  })
  const remove = (client: Client, key: string, id = turbine) =>
    client.delete(`/api/turbines/${id}/photos?key=${encodeURIComponent(key)}`)

  it('removes row and files, for admins and managers of the company and superadmins', async () => {
    for (const client of [
      await someone(house, 'admin', company),
      await someone(house, 'company_manager', company),
      await someone(house, 'superadmin'),
    ]) {
      const again = (
        await read(
          await operator.upload(turbine, {
            [`x${client.token.length}-${Math.random()}.jpg`.replace('0.', '')]: await jpeg(),
          }),
        )
      ).data[0] as Photo
      expect((await remove(client, again.key)).status).toBe(200)
      expect((await house.files()).filter((file) => file.includes(again.key))).toEqual([])
      expect((await operator.get(again.url)).status).toBe(404)
    }
  })

  it('is refused to everyone else, and for keys that are not of this turbine', async () => {
    const before = await house.contents()
    for (const role of ['operator', 'customer', 'viewer'] as const) {
      expect((await remove(await someone(house, role, company), photo.key)).status).toBe(403)
    }
    const other = await makeCompany(house)
    const foreignAdmin = await someone(house, 'admin', other)
    expect((await remove(foreignAdmin, photo.key)).status).toBe(404)
    const theirs = await makeTurbine(house, { company_id: other })
    expect(await read(await remove(foreignAdmin, photo.key, theirs))).toMatchObject({
      status: 404,
      error: 'photo_not_found',
    })
    const admin = await someone(house, 'admin', company)
    for (const key of ['../../kanat.db', '/etc/passwd', 'turbines/1/photos/none', `${photo.key}/..`]) {
      expect(await read(await remove(admin, key))).toMatchObject({ status: 404, error: 'photo_not_found' })
    }
    expect(await read(await admin.delete(`/api/turbines/${turbine}/photos`))).toMatchObject({ status: 400 })
    expect((await house.contents()).files).toEqual(before.files)
  })
})

describe('media', () => {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  let bytes: Buffer
  let photo: Photo
  beforeEach(async () => {
    bytes = await jpeg({ width: 2000, height: 200 })
    photo = (await read(await operator.upload(turbine, { 'a.jpg': bytes }))).data[0] as Photo
  })

  it('sends the original byte for byte, with the headers that keep it harmless', async () => {
    const answer = await operator.get(photo.url)
    expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256(bytes))
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': expect.stringMatching(/^private, immutable/),
      'accept-ranges': 'bytes',
    })
  })

  it('sends large originals whole', async () => {
    const large = await jpeg({ width: 3000, height: 2000 })
    const { data } = await read(await operator.upload(turbine, { 'large.jpg': large }))
    const answer = await operator.get(data[0]?.url ?? '')
    expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256(large))
  })

  it('takes the cookie in place of the token', async () => {
    const account = await makeUser(house, { role: 'customer', company_id: company })
    const { cookie } = await signIn(house, account)
    expect((await nobody(house).get(photo.url, { Cookie: cookie })).status).toBe(200)
    expect((await nobody(house).get(photo.url, { Cookie: `session=${'0'.repeat(48)}` })).status).toBe(401)
    expect((await nobody(house).get(photo.url)).status).toBe(401)
    // The cookie is for pictures alone.
    expect((await nobody(house).get('/api/turbines', { Cookie: cookie })).status).toBe(401)
  })

  it('does not exist for another company', async () => {
    const stranger = await someone(house, 'admin', await makeCompany(house))
    for (const url of [photo.url, photo.thumb_url ?? '', `${photo.url}?w=2560`]) {
      expect((await stranger.get(url)).status).toBe(404)
    }
  })

  it('makes the three sizes, never larger than the original', async () => {
    const sizes = []
    for (const width of [320, 1280, 2560]) {
      const answer = await operator.get(`${photo.url}?w=${width}`)
      const picture = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      sizes.push([answer.headers.get('Content-Type'), picture.width, picture.height])
    }
    expect(sizes).toEqual([
      ['image/webp', 320, 32],
      ['image/jpeg', 1280, 128],
      ['image/jpeg', 2000, 200],
    ])
    expect((await operator.get(`${photo.url}?w=640`)).status).toBe(400)
  })

  it('answers ranges and conditions', async () => {
    const size = bytes.length
    const range = async (value: string) => {
      const answer = await operator.get(photo.url, { Range: value })
      return [answer.status, answer.headers.get('Content-Range'), (await answer.arrayBuffer()).byteLength]
    }
    expect(await range('bytes=0-99')).toEqual([206, `bytes 0-99/${size}`, 100])
    expect(await range('bytes=-50')).toEqual([206, `bytes ${size - 50}-${size - 1}/${size}`, 50])
    expect(await range(`bytes=${size - 10}-${size + 500}`)).toEqual([
      206,
      `bytes ${size - 10}-${size - 1}/${size}`,
      10,
    ])
    expect(await range(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, 0])
    expect(await range('bytes=-0')).toEqual([416, `bytes */${size}`, 0])
    expect(await range('bytes=5-2')).toEqual([200, null, size])
    expect(await range('bytes=0-1,5-6')).toEqual([200, null, size])

    const etag = (await operator.get(photo.url)).headers.get('ETag') ?? ''
    expect((await operator.get(photo.url, { 'If-None-Match': etag })).status).toBe(304)
    expect((await operator.get(photo.url, { Range: 'bytes=0-9', 'If-Range': '"other"' })).status).toBe(200)
    const head = await operator.send('HEAD', photo.url)
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(size)])
  })

  it('knows no way out of the store', async () => {
    for (const path of ['..%2f..%2fkanat.db', '%2e%2e/kanat.db', 'turbines/../../kanat.db', 'kanat.db', '']) {
      expect([400, 404]).toContain((await operator.get(`/media/${path}`)).status)
    }
  })
})

describe.skipIf(!existsSync(DATA))('real files (skipped where the folder with them is absent)', () => {
  it('refuses the hostile ones with the reason that is true', async () => {
    const { status, rejected } = await read(
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

  it('takes 280 megapixels, which are below the limit', async () => {
    const { data } = await read(
      await operator.upload(turbine, { 'giant.jpg': real('hostile/giant_20000x14000.jpg') }),
    )
    expect(data[0]).toMatchObject({ width: 20000, height: 14000 })
  })

  it('turns every EXIF orientation upright', async () => {
    const upright = await sharp(real('exif/landscape_1.jpg'))
      .resize(48, 32, { fit: 'fill' })
      .greyscale()
      .raw()
      .toBuffer()
    for (let orientation = 0; orientation <= 8; orientation += 1) {
      const bytes = real(`exif/landscape_${orientation}.jpg`)
      const { data } = await read(await operator.upload(turbine, { [`o${orientation}.jpg`]: bytes }))
      const photo = data[0] as Photo
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

  it('takes point clouds in all three encodings, without derivatives, and not when they are cut off', async () => {
    for (const name of ['bunny_ascii', 'colored_binary', 'logo_compressed', 'room_scan_compressed']) {
      const bytes = real(`pointcloud/${name}.pcd`)
      const { data } = await read(await operator.upload(turbine, { [`${name}.pcd`]: bytes }))
      const photo = data[0] as Photo
      expect(photo).toMatchObject({ width: null, height: null, thumb_url: null, size: bytes.length })
      expect((await operator.get(photo.url)).status).toBe(200)
      expect((await operator.get(`${photo.url}?w=320`)).status).toBe(404)
      const cut = await operator.upload(turbine, { [`cut_${name}.pcd`]: bytes.subarray(0, bytes.length / 4) })
      expect([name, cut.status]).toEqual([name, 415])
    }
  })

  it('takes real panoramas and photos', async () => {
    const { data, rejected } = await read(
      await operator.upload(turbine, {
        'building.jpg': real('panorama/building_8192x4096.jpg'),
        'partial.jpg': real('panorama/partial_sphere_4000x1260.jpg'),
        'gps.jpg': real('photo/gps_DSCN0010.jpg'),
      }),
    )
    expect(rejected).toEqual([])
    expect(data.map(({ width, height }) => [width, height])).toEqual([
      [8192, 4096],
      [4000, 1260],
      [640, 480],
    ])
  })
})
