import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type Client, makeVisitor, signInAs } from '../../support/accounts.ts'
import { company, operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, readUpload } from '../../support/builders.ts'

setUpTurbine()

const list = async (query = '') => readUpload(await operator.get(`/api/turbines/${turbine}/photos${query}`))

describe('uploading photos', () => {
  it('answers with the stored photos', async () => {
    const bytes = await jpeg({ width: 3000, height: 2000 })
    const { status, data, rejected } = await readUpload(
      await operator.upload(turbine, { 'Root_01.jpg': bytes }, { room: '3', blade: 'B', year: '2024' }),
    )
    expect(status).toBe(201)
    expect(rejected).toEqual([])
    const key = data[0]?.key ?? ''
    expect(key).toMatch(new RegExp(`^turbines/${turbine}/photos/\\d{13}-[0-9a-f]{12}-Root_01\\.jpg$`))
    expect(data).toEqual([
      {
        id: expect.any(Number),
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
        sha256: createHash('sha256').update(bytes).digest('hex'),
        width: 3000,
        height: 2000,
        is_sphere: false,
        original_shown: true,
        looked_at: null,
        upload_date: expect.any(String),
        lastModified: expect.any(String),
        uploaded_by: 'Ada Yel',
        uploader_name: 'Ada Yel',
        uploader_email: expect.stringContaining('@kanat.example'),
      },
    ])
    expect((await list('?room=3')).data).toEqual(data)
  })

  it('accepts fields after the files, and uses the current year by default', async () => {
    const form = new FormData()
    form.append('photos', new Blob([Uint8Array.from(await jpeg())]), 'late.jpg')
    form.append('category', 'drone')
    const { data } = await readUpload(await operator.send('POST', `/api/turbines/${turbine}/photos`, form))
    expect(data[0]).toMatchObject({
      category: 'drone',
      room: null,
      blade: null,
      year: new Date().getFullYear(),
    })
  })

  it('keeps the valid files and lists the others with their reasons', async () => {
    await operator.upload(turbine, { 'taken.jpg': await jpeg() })
    const { status, data, rejected } = await readUpload(
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

  it('answers with the status of the first rejection if no file is kept, and leaves no file', async () => {
    await operator.upload(turbine, { 'taken.jpg': await jpeg() })
    const before = await testApp.contents()
    const cases: [files: Record<string, Uint8Array>, status: number, error: string][] = [
      [{ 'iki kelime.jpg': await jpeg() }, 400, 'validation_failed'],
      [{ 'taken.jpg': await jpeg(), 'text.jpg': Buffer.from('text') }, 409, 'photo_name_taken'],
      [{ 'text.jpg': Buffer.from('text'), 'taken.jpg': await jpeg() }, 415, 'unsupported_file'],
      [{ 'empty.jpg': Buffer.alloc(0) }, 415, 'unsupported_file'],
      [{ 'huge.jpg': Buffer.alloc(8 * 1024 * 1024 + 1, 1) }, 413, 'too_large'],
    ]
    for (const [files, status, error] of cases) {
      const answer = await readUpload(await operator.upload(turbine, files))
      expect(answer).toMatchObject({ status, error })
      expect(answer.rejected.map(({ name }) => name)).toEqual(Object.keys(files))
    }
    expect(await testApp.contents()).toEqual(before)
  })

  it('keeps one of two simultaneous uploads with the same name, and rejects the other', async () => {
    const bytes = await jpeg({ width: 1500, height: 1000 })
    const answers = await Promise.all(
      [1, 2, 3].map(async () => readUpload(await operator.upload(turbine, { 'same.jpg': bytes }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect((await list()).data).toHaveLength(1)
    expect((await testApp.files()).filter((file) => file.includes(`turbines/${turbine}/`))).toHaveLength(4)
  })

  it('keeps the first valid file of several with the same name', async () => {
    const good = new Blob([Uint8Array.from(await jpeg())])
    const form = new FormData()
    form.set('room', '1')
    form.append('photos', new Blob(['text']), 'same.jpg')
    form.append('photos', new Blob([new Uint8Array(8 * 1024 * 1024 + 1)]), 'same.jpg')
    form.append('photos', good, 'same.jpg')
    form.append('photos', good, 'same.jpg')
    const { status, data, rejected } = await readUpload(
      await operator.send('POST', `/api/turbines/${turbine}/photos`, form),
    )
    expect(status).toBe(201)
    expect(data.map(({ originalName }) => originalName)).toEqual(['same.jpg'])
    expect(rejected.map(({ name, error }) => [name, error])).toEqual([
      ['same.jpg', 'unsupported_file'],
      ['same.jpg', 'too_large'],
      ['same.jpg', 'photo_name_taken'],
    ])
    expect((await testApp.files()).filter((file) => file.includes(`turbines/${turbine}/`))).toHaveLength(4)
  })

  it('checks the viewer and the turbine before it reads the body', async () => {
    const before = await testApp.contents()
    const foreign = await makeTurbine(testApp, { company_id: await makeCompany(testApp) })
    const neverEnding = () => new ReadableStream({ pull: () => new Promise<void>(() => {}) })
    const send = (client: Client, id: number) =>
      testApp.app.request(`/api/turbines/${id}/photos`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${client.token}`,
          'Content-Type': 'multipart/form-data; boundary=x',
        },
        body: neverEnding(),
        duplex: 'half',
      } as RequestInit)
    expect((await send(makeVisitor(testApp), turbine)).status).toBe(401)
    expect((await send(await signInAs(testApp, 'customer', company), turbine)).status).toBe(403)
    expect((await send(await signInAs(testApp, 'viewer', company), turbine)).status).toBe(403)
    expect((await send(operator, foreign)).status).toBe(404)
    expect((await send(operator, 99999)).status).toBe(404)
    const { turbine: _, ...rows } = (await testApp.contents()).rows as Record<string, unknown>
    expect(rows.photo).toEqual((before.rows as Record<string, unknown>).photo)
  })

  it('is allowed to operators, company managers, admins and superadmins', async () => {
    for (const role of ['operator', 'company_manager', 'admin'] as const) {
      const client = await signInAs(testApp, role, company)
      expect((await client.upload(turbine, { [`${role}.jpg`]: await jpeg() })).status).toBe(201)
    }
    const superadmin = await signInAs(testApp, 'superadmin')
    expect((await superadmin.upload(turbine, { 'super.jpg': await jpeg() })).status).toBe(201)
  })

  it('takes the month from the camera if its year is the same', async () => {
    const shot = await sharp(await jpeg())
      .withExif({ IFD2: { DateTimeOriginal: '2023:05:17 10:20:30' } })
      .jpeg()
      .toBuffer()
    const { data } = await readUpload(await operator.upload(turbine, { 'may.jpg': shot }, { year: '2023' }))
    expect(data[0]?.month).toBe(5)
    const other = await readUpload(await operator.upload(turbine, { 'other.jpg': shot }, { year: '2022' }))
    expect(other.data[0]?.month).toBe(new Date().getMonth() + 1)
  })
})
