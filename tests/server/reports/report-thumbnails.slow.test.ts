import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { ROLES } from '#domain/permissions.ts'
import type { Report } from '#domain/report.ts'
import type { Services } from '#server/features/open-features.ts'
import { makeMissingThumbnails } from '#server/features/reports/make-thumbnails.ts'
import { derivativeOf, originalOf } from '#server/infrastructure/store/file-store.ts'
import { makeVisitor, signInAs } from '../../support/accounts.ts'
import { company, operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { makeCompany, makeTurbine, pdf, readError, readReports } from '../../support/builders.ts'
import { BROKEN_PDFS, endlessPdf, LARGE_PDFS, ODD_PDFS, pdfOf } from '../../support/files/hostile-pdfs.ts'
import { TestApp } from '../../support/test-app.ts'

setUpTurbine()

/** A PDF of an A4 page with a red upper half. */
async function redPdf(): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4' })
  const bytes = buffer(document)
  document.rect(0, 0, 595.28, 420.9).fill('#f00').text('ğüşiöç İ')
  document.end()
  return Buffer.from(await bytes)
}

async function uploadOne(
  bytes: Uint8Array,
  name = 'a.pdf',
  client = operator,
  of = turbine,
): Promise<Report> {
  const { data } = await readReports(await client.uploadReports(of, { [name]: bytes }))
  return data[0] as Report
}

const filesOfTurbine = async () =>
  (await testApp.files()).filter((file) => file.includes(`turbines/${turbine}/`))

const forgetThumbnails = ({ db }: Services) =>
  db.write.updateTable('report').set({ has_thumbnail: null }).execute()

describe('the thumbnail of a report', () => {
  it.each(['\u{feff}', '\r\n', 'Content-Type: application/pdf\r\n\r\n'])(
    'is there for a PDF after %j',
    async (before) => {
      const report = await uploadOne(Buffer.concat([Buffer.from(before), await redPdf()]))
      const answer = await operator.get(report.thumb_url ?? '')
      const { dominant } = await sharp(Buffer.from(await answer.arrayBuffer())).stats()
      expect(dominant.r).toBeGreaterThan(200)
    },
  )

  it('is a picture of its first page, 320 pixels wide', async () => {
    const report = await uploadOne(await redPdf())
    expect(report.thumb_url).toBe(`${report.report_url}?w=320`)
    const answer = await operator.get(report.thumb_url ?? '')
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, immutable, max-age=31536000',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(answer.headers.get('content-disposition')).toBeNull()

    const picture = sharp(Buffer.from(await answer.arrayBuffer()))
    const { width, height, channels } = await picture.metadata()
    expect([width, height, channels]).toEqual([320, 453, 3])
    const pixels = await picture.raw().toBuffer()
    const at = (x: number, y: number) => [...pixels.subarray((y * 320 + x) * 3, (y * 320 + x) * 3 + 3)]
    expect(at(160, 200)[0]).toBeGreaterThan(230)
    expect(at(160, 200)[1]).toBeLessThan(30)
    expect(Math.min(...at(160, 400))).toBeGreaterThan(250)
  })

  it('is sent to every role of the company, also for the cookie, and to no other company', async () => {
    const { thumb_url } = await uploadOne(pdf())
    for (const role of ROLES) {
      const { cookie } = await signInAs(testApp, role, role === 'superadmin' ? 999 : company)
      expect((await makeVisitor(testApp).get(thumb_url ?? '', { Cookie: cookie })).status).toBe(200)
    }
    expect((await makeVisitor(testApp).get(thumb_url ?? '')).status).toBe(401)
    const stranger = await signInAs(testApp, 'admin', await makeCompany(testApp))
    expect(await readError(await stranger.get(thumb_url ?? ''))).toEqual([404, 'report_not_found'])
  })

  it('is refused for any other width', async () => {
    const { report_url } = await uploadOne(pdf())
    for (const w of ['', '321', '1280', 'x']) {
      expect(await readError(await operator.get(`${report_url}?w=${w}`))).toEqual([400, 'validation_failed'])
    }
  })

  it('is deleted with its report', async () => {
    const { id } = await uploadOne(pdf())
    expect(await filesOfTurbine()).toHaveLength(2)
    const admin = await signInAs(testApp, 'admin', company)
    expect((await admin.delete(`/api/turbines/${turbine}/reports/${id}`)).status).toBe(200)
    expect(await filesOfTurbine()).toEqual([])
  })
})

const REAL = join(import.meta.dirname, '../../../../shared/data/pdf/minimal.pdf')

it.skipIf(!existsSync(REAL))('a real PDF gets a thumbnail (skipped if its folder is missing)', async () => {
  const { thumb_url } = await uploadOne(readFileSync(REAL))
  const answer = await operator.get(thumb_url ?? '')
  const { dominant } = await sharp(Buffer.from(await answer.arrayBuffer())).stats()
  expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240)
})

describe('a PDF that cannot be rendered', () => {
  it('is kept without a thumbnail', async () => {
    for (const [name, make] of Object.entries(BROKEN_PDFS)) {
      const bytes = await make()
      const report = await uploadOne(bytes, name)
      expect(report, name).toMatchObject({ original_filename: name, thumb_url: null })
      const thumbnail = await operator.get(`${report.report_url}?w=320`)
      expect(await readError(thumbnail)).toEqual([404, 'report_not_found'])
      const answer = await operator.get(report.report_url)
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    }
    expect(await filesOfTurbine()).toHaveLength(Object.keys(BROKEN_PDFS).length)
  })
})

describe('a hostile PDF', () => {
  it('gets a small thumbnail, whatever the size of its page or the number of its objects', async () => {
    for (const [name, make] of Object.entries(ODD_PDFS)) {
      const { thumb_url } = await uploadOne(make(), name)
      const answer = await operator.get(thumb_url ?? '')
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect(width, name).toBeLessThanOrEqual(320)
      expect(height, name).toBeLessThanOrEqual(4 * 320)
    }
  })

  it('loses only its own thumbnail if it needs too much memory', async () => {
    await using limited = await TestApp.open({ IMAGE_MEMORY_MB: '256' })
    const superadmin = await signInAs(limited, 'superadmin')
    const there = await makeTurbine(limited, { company_id: 999 })
    const large = Object.fromEntries(Object.entries(LARGE_PDFS).map(([name, make]) => [name, make()]))
    const files = { ...large, 'good.pdf': pdf() }
    const { status, data, rejected } = await readReports(await superadmin.uploadReports(there, files))
    expect([status, rejected]).toEqual([201, []])
    expect(data.map(({ original_filename, thumb_url }) => [original_filename, thumb_url !== null])).toEqual(
      Object.keys(files).map((name) => [name, name === 'good.pdf']),
    )
    expect((await limited.files()).filter((file) => file.startsWith('incoming/'))).toEqual([])
  })

  it('is not tried again if it needs too much time', async () => {
    await using limited = await TestApp.open({ IMAGE_SECONDS: '1' })
    const superadmin = await signInAs(limited, 'superadmin')
    const there = await makeTurbine(limited, { company_id: 999 })
    expect(await uploadOne(endlessPdf(), 'a.pdf', superadmin, there)).toMatchObject({ thumb_url: null })
    const stored = await limited.services.db.read.selectFrom('report').select('has_thumbnail').execute()
    expect(stored).toEqual([{ has_thumbnail: 0 }])
  })

  it('is tried once more by the maintenance if its worker ends, and then never again', async () => {
    const rendering = vi.spyOn(testApp.services.images, 'renderFirstPage').mockResolvedValue(undefined)
    await uploadOne(pdf())
    const { read } = testApp.services.db
    const stored = () =>
      read.selectFrom('report').select('has_thumbnail').where('turbine_id', '=', turbine).execute()
    expect(await stored()).toEqual([{ has_thumbnail: null }])
    expect(await makeMissingThumbnails(testApp.services)).toBe(0)
    expect(await stored()).toEqual([{ has_thumbnail: 0 }])
    rendering.mockRestore()
  })
})

describe('a thumbnail that is missing', () => {
  it('is made by the maintenance, for every report that can be rendered', async () => {
    const reports = [
      await uploadOne(await redPdf(), 'red.pdf'),
      await uploadOne(Buffer.from('%PDF-1.7'), 'broken.pdf'),
      await uploadOne(pdf(), 'lost.pdf'),
      await uploadOne(pdfOf({}), 'empty.pdf'),
    ]
    await forgetThumbnails(testApp.services)
    const { store } = testApp.services
    await store.remove([originalOf(reports[2]?.report_url.slice('/media/'.length) ?? '')])
    for (const { thumb_url } of reports) {
      if (thumb_url) await store.remove([derivativeOf(thumb_url.slice('/media/'.length, -6), '320.webp')])
    }

    const list = async () =>
      (await readReports(await operator.get(`/api/turbines/${turbine}/reports`))).data.reverse()
    expect((await list()).map(({ thumb_url }) => thumb_url)).toEqual([null, null, null, null])
    await makeMissingThumbnails(testApp.services)
    expect((await list()).map(({ thumb_url }) => thumb_url !== null)).toEqual([true, false, false, true])
    expect((await operator.get(reports[0]?.thumb_url ?? '')).status).toBe(200)
    // Only the report whose file is lost is tried again.
    expect(await makeMissingThumbnails(testApp.services)).toBe(0)
    const rows = await testApp.services.db.read
      .selectFrom('report')
      .select('original_filename')
      .where('has_thumbnail', 'is', null)
      .execute()
    expect(rows).toEqual([{ original_filename: 'lost.pdf' }])
    expect((await testApp.files()).filter((file) => file.startsWith('incoming/'))).toEqual([])
  })

  it('is not made while the server stops, and leaves nothing if its report is deleted meanwhile', async () => {
    await using other = await TestApp.open()
    const superadmin = await signInAs(other, 'superadmin')
    const there = await makeTurbine(other, { company_id: 999 })
    const { id } = await uploadOne(pdf(), 'a.pdf', superadmin, there)
    await forgetThumbnails(other.services)
    other.services.stopping = true
    expect(await makeMissingThumbnails(other.services)).toBe(0)
    other.services.stopping = false

    const making = makeMissingThumbnails(other.services)
    await superadmin.delete(`/api/turbines/${there}/reports/${id}`)
    await making
    expect(await other.files()).toEqual([])
  })
})
