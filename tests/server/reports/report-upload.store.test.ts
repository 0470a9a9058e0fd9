import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROLES } from '#domain/permissions.ts'
import { type Client, makeVisitor, signInAs } from '../../support/accounts.ts'
import { company, operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, pdf, readError, readReports } from '../../support/builders.ts'
import { expectError } from '../../support/expect-error.ts'
import { TestApp } from '../../support/test-app.ts'
import { listReports, uploadReport, uploadReports } from './report-calls.ts'

setUpTurbine()

describe('uploading reports', () => {
  it('answers with the stored report', async () => {
    const bytes = pdf(5000)
    const { status, data, rejected } = await uploadReports(
      turbine,
      { 'Muayene_2024.pdf': bytes },
      { year: '2024' },
    )
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
        thumb_url: `${data[0]?.report_url}?w=320`,
        first_name: 'Ada',
        last_name: 'Yel',
        language: null,
        inspection_version: null,
        is_draft: false,
        is_withdrawn: false,
        year: 2024,
      },
    ])
    expect((await listReports()).data).toEqual(data)
    const stored = await testApp.readOriginal(data[0]?.report_url.slice('/media/'.length) ?? '')
    expect(stored.equals(bytes)).toBe(true)
  })

  it('keeps the valid files and lists the others with their reasons', async () => {
    const { status, data, rejected } = await uploadReports(turbine, {
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

  it.each([
    ['a byte order mark', '\u{feff}'],
    ['a line break', '\r\n'],
    ['the head of a mail', 'Content-Type: application/pdf\r\n\r\n'],
    ['as much as a program may skip', 'x'.repeat(1000)],
  ])('keeps a PDF after %s as it is', async (_, before) => {
    const bytes = Buffer.concat([Buffer.from(before), pdf()])
    const { status, data } = await uploadReports(turbine, { 'rapor.pdf': bytes })
    expect(status).toBe(201)
    const stored = await testApp.readOriginal(data[0]?.report_url.slice('/media/'.length) ?? '')
    expect(stored.equals(bytes)).toBe(true)
  })

  it('refuses other files that name a PDF at their beginning', async () => {
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 10]), Buffer.from('%PDF-1.7')])
    const picture = await jpeg()
    const files = {
      'photo.pdf': Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)]),
      'archive.pdf': Buffer.concat([
        Buffer.from('PK\x03\x04\x14\0\0\0'),
        Buffer.alloc(22),
        Buffer.from('%PDF-1.7'),
      ]),
      'data.pdf': Buffer.from('{"name": "%PDF-1.7"}'),
      'late.pdf': Buffer.concat([Buffer.alloc(1100, 'x'), pdf()]),
    }
    const { rejected } = await uploadReports(turbine, files)
    expect(rejected.map(({ error }) => error)).toEqual(Object.keys(files).map(() => 'unsupported_file'))
  })

  it('answers with the status of the first rejection if no file is kept, and leaves no file', async () => {
    const before = await testApp.contents()
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
      const answer = await uploadReports(turbine, files)
      expect(answer).toMatchObject({ status, error })
      expect(answer.rejected.map(({ name }) => name)).toEqual(Object.keys(files))
    }
    expect(await testApp.contents()).toEqual(before)
  })

  it('stores several reports with the same name, from one request and from two', async () => {
    const form = new FormData()
    form.set('year', '2025')
    for (const bytes of [pdf(1), pdf(2)]) {
      form.append('reports', new Blob([Uint8Array.from(bytes)]), 'same.pdf')
    }
    const { data } = await readReports(await operator.send('POST', `/api/turbines/${turbine}/reports`, form))
    expect(data.map(({ file_size_bytes }) => file_size_bytes)).toEqual([pdf(1).length, pdf(2).length])
    await uploadReport('same.pdf')
    const all = (await listReports()).data
    expect(all.map(({ original_filename }) => original_filename)).toEqual(Array(3).fill('same.pdf'))
    expect(new Set(all.map(({ report_url }) => report_url)).size).toBe(3)
  })

  it('refuses invalid fields, and keeps nothing of the request', async () => {
    const before = await testApp.contents()
    const wrong: [fields: Record<string, string>, path: string][] = [
      [{ year: '' }, 'year'],
      [{ year: '24' }, 'year'],
      [{ year: '1066' }, 'year'],
      [{ year: String(new Date().getFullYear() + 2) }, 'year'],
      [{ room: '1' }, 'room'],
      [{ company_id: '1' }, 'company_id'],
    ]
    for (const [fields, path] of wrong) {
      expect(await uploadReports(turbine, { 'a.pdf': pdf() }, fields)).toMatchObject({
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
    expect(await testApp.contents()).toEqual(before)
  })

  it('refuses a body that is not multipart, has no file, has files in another field, or is incomplete', async () => {
    const before = await testApp.contents()
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
    expect(await testApp.contents()).toEqual(before)
  })

  it('refuses names that contain a path', async () => {
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
    const before = await testApp.contents()
    const files = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`n${n}.pdf`, pdf()]))
    expect(await uploadReports(turbine, files)).toMatchObject({ status: 413, error: 'too_large' })
    expect(await testApp.contents()).toEqual(before)
  })

  it('refuses every upload while the disk has too little space, and while the server stops', async () => {
    await using full = await TestApp.open({ MIN_FREE_MB: '1000000' })
    const there = await makeTurbine(full, { company_id: 999 })
    const superadmin = await signInAs(full, 'superadmin')
    const before = await full.contents()
    await expectError(superadmin.uploadReports(there, { 'a.pdf': pdf() }), 503, 'storage_full')
    full.services.stopping = true
    await expectError(superadmin.uploadReports(there, { 'a.pdf': pdf() }), 503, 'shutting_down')
    expect(await full.contents()).toEqual(before)
  })

  it('is allowed to operators, company managers, admins and superadmins', async () => {
    for (const role of ROLES) {
      const client = await signInAs(testApp, role, role === 'superadmin' ? 999 : company)
      const { status } = await client.uploadReports(turbine, { 'a.pdf': pdf() })
      expect([role, status]).toEqual([role, role === 'customer' || role === 'viewer' ? 403 : 201])
    }
  })

  it('checks the viewer and the turbine before it reads the body', async () => {
    const foreign = await makeTurbine(testApp, { company_id: await makeCompany(testApp) })
    const send = async (client: Client, id: number | string) =>
      readError(
        await testApp.app.request(`/api/turbines/${id}/reports`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${client.token}`,
            'Content-Type': 'multipart/form-data; boundary=x',
          },
          body: new ReadableStream({ pull: () => new Promise<void>(() => {}) }),
          duplex: 'half',
        } as RequestInit),
      )
    expect(await send(makeVisitor(testApp), turbine)).toEqual([401, 'unauthenticated'])
    expect(await send(await signInAs(testApp, 'customer', company), turbine)).toEqual([403, 'forbidden'])
    expect(await send(operator, foreign)).toEqual([404, 'turbine_not_found'])
    expect(await send(operator, 99999)).toEqual([404, 'turbine_not_found'])
    expect(await send(operator, 'abc')).toEqual([400, 'validation_failed'])
  })
})

const REAL = join(import.meta.dirname, '../../../../shared/data/pdf/minimal.pdf')

describe.skipIf(!existsSync(REAL))('a real PDF (skipped if its folder is missing)', () => {
  it('is downloaded byte for byte', async () => {
    const bytes = readFileSync(REAL)
    const { data } = await uploadReports(turbine, { 'minimal.pdf': bytes })
    const answer = await operator.get(data[0]?.report_url ?? '')
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('never causes a 500, wherever its content ends', async () => {
    const bytes = readFileSync(REAL)
    for (const length of [1, 4, 5, 8, 15, 100, 4096, bytes.length - 1]) {
      const { status } = await uploadReports(turbine, { 'cut.pdf': bytes.subarray(0, length) })
      expect([length, status]).toEqual([length, length < 5 ? 415 : 201])
    }
  })
})
