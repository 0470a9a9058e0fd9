import { describe, expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import { ROLES } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Report } from '#domain/report.ts'
import { derivativeOf, originalOf } from '#server/infrastructure/store/file-store.ts'
import { signInAs, signInAsEachRole } from '../../support/accounts.ts'
import { company, operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, makeCompany, readData, readError } from '../../support/builders.ts'
import { countTags, readPdf } from '../../support/files/read-pdf.ts'
import { addFinding, box } from '../../support/finding-setup.ts'
import { makeReport, saveInspection, sendReport } from '../../support/inspection-setup.ts'

setUpTurbine()

const BOX = box([0.4, 0.3], [0.6, 0.5])

const uploadPhoto = async (name: string, fields: Record<string, string> = {}) =>
  operator.uploadPhoto(turbine, name, await jpeg({ width: 1600, height: 1200 }), { year: '2026', ...fields })

/** A finding on a photo of its own. */
async function addMarked(name: string, fields: object = {}): Promise<Finding & { photo: Photo }> {
  const photo = await uploadPhoto(name)
  const mark = { photo_id: photo.id, shape: BOX, found_on: '2026-05-11', severity: 3, from_m: 12 }
  return { ...(await addFinding(operator, turbine, { ...mark, ...fields })), photo }
}

const listReports = async () => readData<Report[]>(await operator.get(`/api/turbines/${turbine}/reports`))
const text = ({ pages }: { pages: string[] }) => pages.join('\n').replaceAll(/\s+/g, ' ')

describe('the inspection report', () => {
  it('is stored as a report of its year with a picture of its cover, by the user who made it', async () => {
    await addMarked('a.jpg')
    const { report, bytes } = await makeReport(operator, turbine)
    expect(report).toMatchObject({
      year: 2026,
      language: 'tr',
      file_size_bytes: bytes.length,
      first_name: 'Ada',
    })
    expect(report.original_filename).toMatch(/^denetim-raporu-T\d+-2026-1\.pdf$/)
    expect(report.thumb_url).toBe(`${report.report_url}?w=320`)
    expect(await listReports()).toEqual([report])
  })

  it('gets the next version and does not replace the first one', async () => {
    const first = await makeReport(operator, turbine)
    const second = await makeReport(operator, turbine, 'en')
    expect(second.report.language).toBe('en')
    expect(second.report.original_filename).toMatch(/^inspection-report-T\d+-2026-2\.pdf$/)
    const again = await operator.get(first.report.report_url)
    expect(Buffer.from(await again.arrayBuffer()).equals(first.bytes)).toBe(true)
    expect((await listReports()).length).toBe(2)
  })

  it('never gives a version again, not even that of a deleted report', async () => {
    const { report } = await makeReport(operator, turbine)
    const manager = await signInAs(testApp, 'admin', company)
    await manager.delete(`/api/turbines/${turbine}/reports/${report.id}`)
    const { report: next } = await makeReport(operator, turbine)
    expect(next.original_filename).toMatch(/-2\.pdf$/)
  })

  it('gets different versions if two are made at the same time', async () => {
    const made = await Promise.all([makeReport(operator, turbine, 'tr'), makeReport(operator, turbine, 'en')])
    const versions = made.map(({ report }) => report.original_filename.at(-5)).sort()
    expect(versions).toEqual(['1', '2'])
  })

  it('has every finding, with Turkish letters intact, and says what was not seen', async () => {
    await saveInspection(operator, turbine, {
      inspector: 'Gülşah Öztürk Ğİıİş',
      not_seen: 'C kanadının ucu gölgede kaldı.',
    })
    const { number } = await addMarked('a.jpg', { text: 'Çatlağın ucu şişmiş, ığdır.', length_mm: 1234.5 })
    await addMarked('b.jpg', { severity: 5, type: 'lightning-strike' })
    const pdf = await readPdf((await makeReport(operator, turbine)).bytes)
    expect(text(pdf)).toContain('Gülşah Öztürk Ğİıİş')
    expect(text(pdf)).toContain('C kanadının ucu gölgede kaldı.')
    expect(text(pdf)).toContain('B ve C kanatlarının bu denetimde fotoğrafı yoktur.')
    const page = pdf.pages.find((each) => each.includes('Çatlağın ucu şişmiş, ığdır.')) ?? ''
    for (const part of [
      number,
      'Hücum kenarı erozyonu',
      'Derece 3: Orta',
      '12,0\u00a0m',
      '1.234,5\u00a0mm',
      'a.jpg',
    ]) {
      expect(page).toContain(part)
    }
    expect(pdf.pages[1]).toContain('Durdurulmalı')
    expect(pdf.pages[1]).toMatch(/Sayfa 2 \/ \d/)
    expect(Math.min(...pdf.inked)).toBeGreaterThan(0.005)
  })

  it('is in English if asked', async () => {
    await addMarked('a.jpg', { length_mm: 1234.5 })
    const pdf = await readPdf((await makeReport(operator, turbine, 'en')).bytes)
    expect(pdf.pages[0]).toContain('Inspection report 2026')
    expect(text(pdf)).toContain('Leading-edge erosion')
    expect(text(pdf)).toMatch(/1,234\.5\smm/)
    expect(text(pdf)).not.toMatch(/Derece|Kanat haritaları/)
  })

  it('shows earlier years beside a finding, with what has grown', async () => {
    const mark = { blade: 'A', side: 'LE', type: 'le-erosion', from_m: 12 }
    const old = await addFinding(operator, turbine, {
      ...mark,
      year: 2024,
      found_on: '2024-05-01',
      severity: 2,
      width_mm: 20,
    })
    await addMarked('a.jpg', { earlier_id: old.id, width_mm: 55, found_on: '2026-05-01' })
    const { pages } = await readPdf((await makeReport(operator, turbine, 'en')).bytes)
    const page = pages.find((each) => each.includes('Earlier years')) ?? ''
    expect(page).toContain('2024')
    expect(page.replaceAll(/\s+/g, ' ')).toContain('Width: 20 mm, now 55 mm (+35)')
  })

  it('never calls a year without photos and findings good', async () => {
    const { pages } = await readPdf((await makeReport(operator, turbine, 'en')).bytes)
    expect(pages[0]).toContain('Not assessed')
    expect(text({ pages })).toContain('Nothing can be said about the condition.')
    expect(text({ pages })).not.toContain('Good condition')
  })

  it('keeps unsolved findings of earlier years in its state and actions, but none of later years', async () => {
    await uploadPhoto('a.jpg')
    const fields = { blade: 'B', side: 'TE', type: 'te-split', from_m: 20 }
    const old = await addFinding(operator, turbine, {
      ...fields,
      year: 2025,
      found_on: '2025-05-01',
      severity: 4,
    })
    await addFinding(operator, turbine, {
      ...fields,
      blade: 'C',
      year: 2024,
      found_on: '2024-05-01',
      status: 'repaired',
    })
    const { pages } = await readPdf((await makeReport(operator, turbine, 'en')).bytes)
    expect(pages[1]).toContain('Priority repair')
    expect(pages[1]).toContain('inspection of 2025')
    expect(text({ pages })).toContain(`${old.number}`)
    expect(text({ pages })).not.toContain('C-TE-001')
    const before = await readPdf((await makeReport(operator, turbine, 'en', 2024)).bytes)
    expect(text(before)).not.toContain(old.number)
  })

  it('is tagged, in its language, with its title, headings, tables, links and described pictures', async () => {
    await addMarked('a.jpg')
    const { bytes } = await makeReport(operator, turbine)
    const source = bytes.toString('latin1')
    for (const part of [
      '/Marked true',
      '/Lang (tr)',
      '/StructTreeRoot',
      '/DisplayDocTitle true',
      '/Outlines',
    ]) {
      expect(source).toContain(part)
    }
    const tags = countTags(bytes)
    for (const tag of [
      'Document',
      'Sect',
      'H1',
      'H2',
      'Table',
      'TR',
      'TH',
      'TD',
      'Figure',
      'Link',
      'L',
      'LI',
    ]) {
      expect(tags.get(tag) ?? 0, tag).toBeGreaterThan(0)
    }
    // Each picture has a text.
    expect(source.match(/^\/Alt /gm)?.length).toBe(tags.get('Figure'))
  })

  it('is made without the files of photos that are missing or damaged, and says so', async () => {
    const gone = await addMarked('gone.jpg')
    const damaged = await addMarked('damaged.jpg', { from_m: 20 })
    await testApp.services.store.remove([
      originalOf(gone.photo.key),
      derivativeOf(gone.photo.key, '1280.jpg'),
      derivativeOf(gone.photo.key, '2560.jpg'),
    ])
    for (const variant of ['1280.jpg', '2560.jpg']) {
      await testApp.putFile(derivativeOf(damaged.photo.key, variant), Buffer.from('no picture'))
    }
    await testApp.putFile(originalOf(damaged.photo.key), Buffer.from('no picture'))
    const { pages } = await readPdf((await makeReport(operator, turbine)).bytes)
    for (const { number } of [gone, damaged]) {
      const page = pages.find((each) => each.includes(number) && each.includes('Kökten uzaklık')) ?? ''
      expect(page).toContain('Fotoğrafın dosyası okunamadı.')
    }
  })

  it('is made by those who upload reports, for turbines of their company', async () => {
    const clients = await signInAsEachRole(testApp, company)
    for (const role of ROLES) {
      const { status } = await sendReport(clients[role], turbine)
      expect([role, status]).toEqual([role, ['customer', 'viewer'].includes(role) ? 403 : 202])
    }
    const stranger = await signInAs(testApp, 'admin', await makeCompany(testApp))
    expect(await readError(await sendReport(stranger, turbine))).toEqual([404, 'turbine_not_found'])
    expect(await readError(await sendReport(operator, turbine, 'de'))).toEqual([400, 'validation_failed'])
  })
})
