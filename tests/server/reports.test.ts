import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { ROLES } from '#domain/permissions.ts'
import type { Report } from '#domain/report.ts'
import { deleteTurbine } from '#server/turbines/turbine-queries.ts'
import {
  type Client,
  House,
  jpeg,
  makeCompany,
  makeTurbine,
  makeUser,
  nobody,
  pdf,
  readReports,
  signIn,
  someone,
} from '../builders.ts'
import { company, house, operator, turbine } from './photo-setup.ts'

const list = async (query = '', client = operator) =>
  readReports(await client.get(`/api/turbines/${turbine}/reports${query}`))
const upload = async (...args: Parameters<Client['uploadReports']>) =>
  readReports(await operator.uploadReports(...args))
const uploadOne = async (name = 'a.pdf', year = '2025') =>
  (await upload(turbine, { [name]: pdf() }, { year })).data[0] as Report
const remove = (client: Client, id: number, of = turbine) =>
  client.delete(`/api/turbines/${of}/reports/${id}`)
const errorOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { error: string }).error,
]

describe('uploading reports', () => {
  it('answers each report as the contract says', async () => {
    const bytes = pdf(5000)
    const { status, data, rejected } = await upload(turbine, { 'Muayene_2024.pdf': bytes }, { year: '2024' })
    expect([status, rejected]).toEqual([201, []])
    expect(data).toEqual([
      {
        id: expect.any(Number),
        original_filename: 'Muayene_2024.pdf',
        file_size_bytes: bytes.length,
        uploaded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        report_url: expect.stringMatching(
          new RegExp(`^/media/turbines/${turbine}/reports/\\d{13}-[0-9a-f]{12}-Muayene_2024\\.pdf$`),
        ),
        first_name: 'Ada',
        last_name: 'Yel',
        year: 2024,
      },
    ])
    expect((await list()).data).toEqual(data)
    const stored = await readFile(join(house.dir, 'files', data[0]?.report_url.slice('/media/'.length) ?? ''))
    expect(stored.equals(bytes)).toBe(true)
  })

  it('keeps the good ones and lists the others, each with its reason', async () => {
    const { status, data, rejected } = await upload(turbine, {
      'good.pdf': pdf(),
      'kanat raporu.pdf': pdf(),
      'Rüzgâr.pdf': pdf(),
      'page.pdf': Buffer.from('<!doctype html><script>alert(1)</script>\n%PDF-1.7\n%%EOF'),
      'drawing.pdf': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'huge.pdf': pdf(8 * 1024 * 1024),
    })
    expect(status).toBe(201)
    expect(data.map(({ original_filename }) => original_filename)).toEqual(['good.pdf'])
    expect(rejected.map(({ name, error }) => [name, error])).toEqual([
      ['kanat raporu.pdf', 'invalid_name'],
      ['Rüzgâr.pdf', 'invalid_name'],
      ['page.pdf', 'unsupported_file'],
      ['drawing.pdf', 'unsupported_file'],
      ['huge.pdf', 'too_large'],
    ])
    expect(rejected[0]?.message).toMatch(/^Dosya adında yalnızca/)
  })

  it('has the status of the first rejection where none is kept, and leaves no file', async () => {
    const before = await house.contents()
    const cases: [files: Record<string, Uint8Array>, status: number, error: string][] = [
      [{ 'iki kelime.pdf': pdf(), 'text.pdf': Buffer.from('text') }, 400, 'validation_failed'],
      [{ 'text.pdf': Buffer.from('text'), 'iki kelime.pdf': pdf() }, 415, 'unsupported_file'],
      [{ 'photo.pdf': await jpeg() }, 415, 'unsupported_file'],
      [{ 'empty.pdf': Buffer.alloc(0) }, 415, 'unsupported_file'],
      [{ 'tiny.pdf': Buffer.from('%') }, 415, 'unsupported_file'],
      [{ 'tiny.pdf': Buffer.from('%PDF') }, 415, 'unsupported_file'],
      [{ 'huge.pdf': pdf(8 * 1024 * 1024) }, 413, 'too_large'],
    ]
    for (const [files, status, error] of cases) {
      const answer = await upload(turbine, files)
      expect(answer).toMatchObject({ status, error })
      expect(answer.rejected.map(({ name }) => name)).toEqual(Object.keys(files))
    }
    expect(await house.contents()).toEqual(before)
  })

  it('takes two reports of one name, in one request or in two, and keeps them apart', async () => {
    const form = new FormData()
    form.set('year', '2025')
    for (const bytes of [pdf(1), pdf(2)]) {
      form.append('reports', new Blob([Uint8Array.from(bytes)]), 'same.pdf')
    }
    const { data } = await readReports(await operator.send('POST', `/api/turbines/${turbine}/reports`, form))
    expect(data.map(({ file_size_bytes }) => file_size_bytes)).toEqual([pdf(1).length, pdf(2).length])
    await uploadOne('same.pdf')
    const all = (await list()).data
    expect(all.map(({ original_filename }) => original_filename)).toEqual(Array(3).fill('same.pdf'))
    expect(new Set(all.map(({ report_url }) => report_url)).size).toBe(3)
  })

  it('refuses fields that do not fit, and keeps nothing of the request', async () => {
    const before = await house.contents()
    const wrong: [fields: Record<string, string>, path: string][] = [
      [{ year: '' }, 'year'],
      [{ year: '24' }, 'year'],
      [{ year: '1066' }, 'year'],
      [{ year: String(new Date().getFullYear() + 2) }, 'year'],
      [{ room: '1' }, 'room'],
      [{ company_id: '1' }, 'company_id'],
    ]
    for (const [fields, path] of wrong) {
      expect(await upload(turbine, { 'a.pdf': pdf() }, fields)).toMatchObject({
        status: 400,
        error: 'validation_failed',
        issues: [{ path }],
      })
    }
    const withoutYear = new FormData()
    withoutYear.append('reports', new Blob([Uint8Array.from(pdf())]), 'a.pdf')
    const url = `/api/turbines/${turbine}/reports`
    expect(await readReports(await operator.send('POST', url, withoutYear))).toMatchObject({
      status: 400,
      issues: [{ path: 'year' }],
    })
    expect(await house.contents()).toEqual(before)
  })

  it('refuses bodies that are no multipart, have no file, another field of files, or break off', async () => {
    const before = await house.contents()
    const url = `/api/turbines/${turbine}/reports`
    const part = (field: string) =>
      `--x\r\nContent-Disposition: form-data; name="${field}"; filename="a.pdf"\r\n\r\n${pdf()}`
    const year = '--x\r\nContent-Disposition: form-data; name="year"\r\n\r\n2025\r\n'
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const answers = await Promise.all([
      operator.send('POST', url),
      operator.json('POST', url, { reports: [] }),
      operator.send('POST', url, part('reports'), { 'Content-Type': 'multipart/form-data' }),
      operator.send('POST', url, `${year}--x--\r\n`, headers),
      operator.send('POST', url, `${year}${part('photos')}\r\n--x--\r\n`, headers),
      operator.send('POST', url, `${year}${part('reports')}`, headers),
      operator.send('POST', url, `${year}${part('reports')}\r\n${part('reports')}`, headers),
    ])
    for (const answer of answers) {
      expect(await readReports(answer)).toMatchObject({ status: 400, error: 'validation_failed' })
    }
    expect(await house.contents()).toEqual(before)
  })

  it('refuses names with a path in them', async () => {
    const part = (name: string) =>
      `--x\r\nContent-Disposition: form-data; name="reports"; filename="${name}"\r\n\r\n%PDF-1.4\r\n`
    const body = `${part('../../etc/a.pdf')}${part('..')}${part('C:\\\\a.pdf')}--x\r\nContent-Disposition: form-data; name="year"\r\n\r\n2025\r\n--x--\r\n`
    const { status, rejected } = await readReports(
      await operator.send('POST', `/api/turbines/${turbine}/reports`, body, {
        'Content-Type': 'multipart/form-data; boundary=x',
      }),
    )
    expect(status).toBe(400)
    expect(rejected.map(({ error }) => error)).toEqual(Array(3).fill('invalid_name'))
  })

  it('refuses a request with too many files as a whole', async () => {
    const before = await house.contents()
    const files = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`n${n}.pdf`, pdf()]))
    expect(await upload(turbine, files)).toMatchObject({ status: 413, error: 'too_large' })
    expect(await house.contents()).toEqual(before)
  })

  it('refuses everything while the disk has too little room, and while the server stops', async () => {
    await using full = await House.open({ MIN_FREE_MB: '1000000' })
    const there = await makeTurbine(full, { company_id: 999 })
    const superadmin = await someone(full, 'superadmin')
    const before = await full.contents()
    expect(await errorOf(await superadmin.uploadReports(there, { 'a.pdf': pdf() }))).toEqual([
      503,
      'storage_full',
    ])
    full.services.stopping = true
    expect(await errorOf(await superadmin.uploadReports(there, { 'a.pdf': pdf() }))).toEqual([
      503,
      'shutting_down',
    ])
    expect(await full.contents()).toEqual(before)
  })

  it('may be done by operators, managers, admins and superadmins', async () => {
    for (const role of ROLES) {
      const client = await someone(house, role, role === 'superadmin' ? 999 : company)
      const { status } = await client.uploadReports(turbine, { 'a.pdf': pdf() })
      expect([role, status]).toEqual([role, role === 'customer' || role === 'viewer' ? 403 : 201])
    }
  })

  it('asks who and which turbine before it reads the body', async () => {
    const foreign = await makeTurbine(house, { company_id: await makeCompany(house) })
    const send = async (client: Client, id: number | string) =>
      errorOf(
        await house.app.request(`/api/turbines/${id}/reports`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${client.token}`,
            'Content-Type': 'multipart/form-data; boundary=x',
          },
          body: new ReadableStream({ pull: () => new Promise<void>(() => {}) }),
          duplex: 'half',
        } as RequestInit),
      )
    expect(await send(nobody(house), turbine)).toEqual([401, 'unauthenticated'])
    expect(await send(await someone(house, 'customer', company), turbine)).toEqual([403, 'forbidden'])
    expect(await send(operator, foreign)).toEqual([404, 'turbine_not_found'])
    expect(await send(operator, 99999)).toEqual([404, 'turbine_not_found'])
    expect(await send(operator, 'abc')).toEqual([400, 'validation_failed'])
  })
})

describe('listing reports', () => {
  it('gives those of the turbine, newest first, of one year where it is named', async () => {
    for (const [name, year] of [
      ['first.pdf', '2024'],
      ['second.pdf', '2025'],
      ['third.pdf', '2024'],
    ]) {
      await uploadOne(name, year)
    }
    const other = await makeTurbine(house, { company_id: company })
    await upload(other, { 'other.pdf': pdf() })
    const names = async (query: string) =>
      (await list(query)).data.map(({ original_filename }) => original_filename)
    expect(await names('')).toEqual(['third.pdf', 'second.pdf', 'first.pdf'])
    expect(await names('?year=&user_id=1&role=superadmin')).toEqual(['third.pdf', 'second.pdf', 'first.pdf'])
    expect(await names('?year=2024')).toEqual(['third.pdf', 'first.pdf'])
    expect(await names('?year=2023')).toEqual([])
    expect(await list('?year=abc')).toMatchObject({ status: 400, issues: [{ path: 'year' }] })
  })

  it('is for everyone of the company and superadmins', async () => {
    const report = await uploadOne()
    for (const role of ROLES) {
      const client = await someone(house, role, role === 'superadmin' ? 999 : company)
      expect((await list('', client)).data).toEqual([report])
    }
    const stranger = await someone(house, 'admin', await makeCompany(house))
    expect(await list('', stranger)).toMatchObject({ status: 404, error: 'turbine_not_found' })
    expect(await list('', nobody(house))).toMatchObject({ status: 401, error: 'unauthenticated' })
  })
})

describe('deleting a report', () => {
  it('removes row and file, for admins and managers of the company and superadmins', async () => {
    for (const role of ['admin', 'company_manager', 'superadmin'] as const) {
      const report = await uploadOne()
      const client = await someone(house, role, role === 'superadmin' ? 999 : company)
      expect((await remove(client, report.id)).status).toBe(200)
      expect((await list()).data).toEqual([])
      expect((await house.files()).filter((file) => file.includes(`turbines/${turbine}/`))).toEqual([])
      expect(await errorOf(await operator.get(report.report_url))).toEqual([404, 'report_not_found'])
      expect(await errorOf(await remove(client, report.id))).toEqual([404, 'report_not_found'])
    }
  })

  it('is refused to everyone else, and below another turbine', async () => {
    const report = await uploadOne()
    for (const role of ['operator', 'customer', 'viewer'] as const) {
      expect(await errorOf(await remove(await someone(house, role, company), report.id))).toEqual([
        403,
        'forbidden',
      ])
    }
    expect(await errorOf(await remove(nobody(house), report.id))).toEqual([401, 'unauthenticated'])
    const admin = await someone(house, 'admin', company)
    const sibling = await makeTurbine(house, { company_id: company })
    expect(await errorOf(await remove(admin, report.id, sibling))).toEqual([404, 'report_not_found'])
    expect(await errorOf(await remove(admin, 99999))).toEqual([404, 'report_not_found'])
    expect(await errorOf(await remove(admin, -1))).toEqual([400, 'validation_failed'])

    const other = await makeCompany(house)
    const stranger = await someone(house, 'admin', other)
    const theirs = await makeTurbine(house, { company_id: other })
    expect(await errorOf(await remove(stranger, report.id))).toEqual([404, 'turbine_not_found'])
    expect(await errorOf(await remove(stranger, report.id, theirs))).toEqual([404, 'report_not_found'])
    expect((await list()).data).toEqual([report])
  })
})

describe('the audit log', () => {
  it('has one entry for each report that came and went, and none for what was refused', async () => {
    const before = (await house.contents()).rows.audit?.length ?? 0
    const { data } = await upload(turbine, { 'a.pdf': pdf(), 'b.pdf': pdf(), 'c.pdf': Buffer.from('c') })
    const admin = await someone(house, 'admin', company)
    await remove(admin, data[0]?.id ?? 0)
    await remove(admin, data[0]?.id ?? 0)
    const entries = (await house.contents()).rows.audit?.slice(before) as Record<string, string>[]
    expect(
      entries
        .filter(({ action }) => action?.startsWith('report.'))
        .map(({ action, record_id, record_name }) => [action, record_id, record_name]),
    ).toEqual([
      ['report.add', String(data[0]?.id), 'a.pdf'],
      ['report.add', String(data[1]?.id), 'b.pdf'],
      ['report.delete', String(data[0]?.id), 'a.pdf'],
    ])
  })
})

describe('what reports outlive and what they do not', () => {
  const filesOf = async (id: number) =>
    (await house.files()).filter((file) => file.includes(`turbines/${id}/`))

  it('goes with its turbine, row and file', async () => {
    const report = await uploadOne()
    await operator.upload(turbine, { 'a.jpg': await jpeg() })
    expect(await filesOf(turbine)).toHaveLength(5)
    const superadmin = await someone(house, 'superadmin')
    expect((await superadmin.delete(`/api/turbines/${turbine}`)).status).toBe(200)
    expect(await filesOf(turbine)).toEqual([])
    expect((await house.contents()).rows.report).not.toContainEqual(
      expect.objectContaining({ id: report.id }),
    )
    expect(await errorOf(await superadmin.get(report.report_url))).toEqual([404, 'report_not_found'])
  })

  it('stays under the name of its uploader when he goes, as his photos do', async () => {
    const account = await makeUser(house, { role: 'operator', company_id: company })
    const leaving = await signIn(house, account)
    await leaving.uploadReports(turbine, { 'a.pdf': pdf() })
    await leaving.upload(turbine, { 'a.jpg': await jpeg() })
    const superadmin = await someone(house, 'superadmin')
    expect((await superadmin.delete(`/api/users/${account.id}`)).status).toBe(200)

    const [report] = (await list()).data
    expect(report).toMatchObject({ first_name: 'Ada', last_name: 'Yel' })
    expect((await operator.get(report?.report_url ?? '')).status).toBe(200)
    const photos = await operator.get(`/api/turbines/${turbine}/photos`)
    expect(await photos.json()).toMatchObject({
      data: [{ uploader_name: 'Ada Yel', uploader_email: account.email }],
    })
  })

  it('leaves nothing on the disk when an empty company goes, not even what a crash had left', async () => {
    await uploadOne()
    const kept = await house.files()
    const leaving = await makeCompany(house)
    const lost = join(house.dir, 'files/turbines/98765/reports')
    await mkdir(lost, { recursive: true })
    await writeFile(join(lost, '1-a-lost.pdf'), pdf())
    const superadmin = await someone(house, 'superadmin')
    expect((await superadmin.delete(`/api/companies/${leaving}`)).status).toBe(200)
    expect(existsSync(join(lost, '../..'))).toBe(true)
    expect(existsSync(join(lost, '..'))).toBe(false)
    expect(await house.files()).toEqual(kept)
  })
})

describe('a turbine that is deleted while its files come in', () => {
  it('answers 404 to every upload and leaves nothing, however far each had come', async () => {
    const superadmin = await someone(house, 'superadmin')
    for (let round = 0; round < 12; round += 1) {
      const id = await makeTurbine(house, { company_id: company })
      const files = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`n${n}.pdf`, pdf(200_000)]))
      const uploads = [1, 2, 3].map(() => operator.uploadReports(id, files))
      let answered = false
      void Promise.all(uploads).then(() => {
        answered = true
      })
      // Later from round to round: once the n-th file lies in the intake, or all was too quick for that.
      await vi.waitUntil(async () => answered || (await incoming()).length > round, {
        interval: 0,
        timeout: 30_000,
      })
      const gone = await superadmin.delete(`/api/turbines/${id}`)
      expect(gone.status).toBe(200)
      for (const answer of await Promise.all(uploads)) {
        if (answer.status !== 201) expect(await errorOf(answer)).toEqual([404, 'turbine_not_found'])
      }
      expect((await house.files()).filter((file) => file.includes(`turbines/${id}/`))).toEqual([])
      expect(existsSync(join(house.dir, `files/turbines/${id}`))).toBe(false)
    }
    expect(await incoming()).toEqual([])
  })
  const incoming = async () => (await house.files()).filter((file) => file.startsWith('incoming/'))

  it('answers 404 where the folder goes in the middle of the moving', async () => {
    const { store, db } = house.services
    const keep = vi.spyOn(store, 'keep').mockImplementation(async (files) => {
      keep.mockRestore()
      await deleteTurbine(db.write, turbine)
      await store.keep(files.slice(0, 1))
      await store.removeFolder(`turbines/${turbine}`)
      await store.keep(files.slice(1).map(({ file }) => ({ file, path: join(house.dir, 'gone') })))
    })
    const answer = await operator.uploadReports(turbine, { 'a.pdf': pdf(), 'b.pdf': pdf() })
    expect(await errorOf(answer)).toEqual([404, 'turbine_not_found'])
    expect(existsSync(join(house.dir, `files/turbines/${turbine}`))).toBe(false)
  })
})

const REAL = join(import.meta.dirname, '../../../shared/data/pdf/minimal.pdf')

describe.skipIf(!existsSync(REAL))('a real PDF (skipped where the folder with it is absent)', () => {
  it('comes back byte for byte', async () => {
    const bytes = readFileSync(REAL)
    const { data } = await upload(turbine, { 'minimal.pdf': bytes })
    const answer = await operator.get(data[0]?.report_url ?? '')
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('never ends in a 500, wherever it is cut off', async () => {
    const bytes = readFileSync(REAL)
    for (const length of [1, 4, 5, 8, 15, 100, 4096, bytes.length - 1]) {
      const { status } = await upload(turbine, { 'cut.pdf': bytes.subarray(0, length) })
      expect([length, status]).toEqual([length, length < 5 ? 415 : 201])
    }
  })
})
