import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import type { Photo } from '#domain/photo.ts'
import { describeInThread } from '#server/features/inspections/describe-in-thread.ts'
import { describeReport } from '#server/features/inspections/description/describe-report.ts'
import { indexData } from '#server/features/inspections/description/report-data.ts'
import type { ReportDocument } from '#server/features/reports/pdf/report-document.ts'
import { reportData } from '../../support/files/report-data.ts'
import { box } from '../../support/finding-setup.ts'
import { temporaryFolder } from '../../support/test-app.ts'

describe('describing a report', () => {
  let folder: string
  beforeAll(async () => {
    folder = await temporaryFolder()
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('takes a time that grows only with the number of photos and findings', () => {
    const data = reportData(500, 500)
    let reads = 0
    const countReads = <T extends object>(list: T): T =>
      new Proxy(list, {
        get(target, key) {
          reads += 1
          return Reflect.get(target, key)
        },
      })
    const [photos, findings] = [countReads(data.photos), countReads(data.findings)]
    const report = describeReport(
      indexData({ ...data, photos, findings }, () => ''),
      'tr',
    )
    expect([report.findings.parts.length, report.photos.table.rows.length]).toEqual([500, 500])
    expect(report.findings.parts.at(-1)?.history?.steps).toHaveLength(12)
    // Looking through all photos for each finding, and through all findings for each photo, took 750 reads for each.
    expect(reads / 1000).toBeLessThan(50)
  })

  it('says when its data were read, even if the newest of them were deleted', () => {
    const data = reportData(2, 2)
    const report = describeReport(
      indexData({ ...data, findings: [], photos: [] }, () => ''),
      'tr',
    )
    expect(report.createdAt).toBe('2026-09-12T09:30:00.000Z')
    expect(report.cover.facts).toContainEqual({ name: 'Veri tarihi', value: '12 Eylül 2026' })
    expect(report.method.parts.at(-1)?.paragraphs.at(-1)).toContain('12 Eylül 2026')
  })

  it.each([
    [1279, 959, 0.05, 1280],
    [1280, 960, 0.05, 1280],
    [1281, 961, 0.9, 1280],
    [2560, 1920, 0.05, 2560],
    [2561, 1921, 0.05, 'original'],
    // The derivatives of a whole blade, upright, are 157 and 313 pixels wide.
    [612, 20_000, 0.05, 'original'],
    [600, 2400, 0.9, 1280],
  ])(
    'enlarges a mark in a photo of %i × %i pixels from the smallest file with enough of them',
    (width, height, side, size) => {
      const data = reportData(1, 1)
      const [photo, finding] = [data.photos[0] as Photo, data.findings[0] as Finding]
      const shape = box([0.05, 0.05], [0.05 + side, 0.05 + side])
      const report = describeReport(
        indexData(
          { ...data, photos: [{ ...photo, width, height }], findings: [{ ...finding, shape } as Finding] },
          (_, of) => `${of}`,
        ),
        'tr',
      )
      expect(report.findings.parts[0]?.crop?.path).toBe(`${size}`)
    },
  )

  it('marks what was overdue when its data were read, and counts it', () => {
    const data = reportData(3, 3)
    const dues = ['2026-09-11', '2026-09-12', '2026-09-11']
    const findings = data.findings.map((finding, index) => ({
      ...finding,
      earlier_id: null,
      later_id: null,
      due_on: dues[index] ?? null,
      status: index === 2 ? ('repaired' as const) : finding.status,
    }))
    const { summary, findings: described } = describeReport(
      indexData({ ...data, findings }, () => ''),
      'tr',
    )
    const overdue = { text: '11 Eylül 2026 (gecikti)', isUrgent: true }
    expect(summary.actions.table.rows.map((row) => row.at(-1))).toEqual([overdue, { text: '12 Eylül 2026' }])
    expect(summary.paragraphs).toContain(
      '1 bulgunun son tarihi geçmiştir; bunlar gecikmiş olarak işaretlidir.',
    )
    expect(described.parts.map(({ facts }) => facts.find(({ isUrgent }) => isUrgent)?.value)).toEqual([
      overdue.text,
      undefined,
      undefined,
    ])
  })

  it('does not say of a finding that a later inspection continues that it is overdue', () => {
    const data = reportData(2, 2)
    const findings = data.findings.map((finding, index) => ({
      ...finding,
      earlier_id: null,
      // The inspection of 2027 has judged the first one again. The report has no finding of 2027.
      later_id: index === 0 ? 70 : null,
      due_on: '2026-09-11',
    }))
    const {
      cover,
      summary,
      findings: described,
    } = describeReport(
      indexData({ ...data, findings }, () => ''),
      'tr',
    )
    const day = '11 Eylül 2026'
    // A day that has passed is no next one.
    expect(cover.news).toEqual([expect.objectContaining({ isUrgent: true })])
    expect(summary.actions.table.rows.map((row) => row.at(-1))).toEqual([
      { text: day },
      { text: `${day} (gecikti)`, isUrgent: true },
    ])
    expect(summary.paragraphs).toContain(
      '1 bulgunun son tarihi geçmiştir; bunlar gecikmiş olarak işaretlidir.',
    )
    expect(described.parts.map(({ facts }) => facts.find(({ name }) => name === 'Son tarih'))).toEqual([
      { name: 'Son tarih', value: day },
      { name: 'Son tarih', value: `${day} (gecikti)`, isUrgent: true },
    ])
  })

  it('counts the changes on its first page since the published inspection before, whatever was photographed since', () => {
    const data = reportData(2, 2)
    const [before, now] = data.findings as [Finding, Finding]
    const findings = [
      { ...before, year: 2024, status: 'repaired' as const, later_id: null },
      { ...now, earlier_id: null },
    ]
    const photos = data.photos.map((photo) => ({ ...photo, year: 2025 }))
    const newsOf = (year: number | null) =>
      describeReport(
        indexData({ ...data, findings, photos, before: year }, () => ''),
        'en',
      ).cover.news.map(({ name, value }) => `${name}: ${value}`)
    expect(newsOf(2024).join()).toContain('2024: 1 new · 0 grown · 1 resolved')
    expect(newsOf(null).join()).not.toContain('new')
  })

  it.each(['tr', 'en'] as const)('uses the words of the panel for states (%s)', (language) => {
    const of = (area: string): Record<string, string> =>
      JSON.parse(readFileSync(`content/${area}/${language}.json`, 'utf8'))
    const [panel, report] = [of('panel'), of('report')]
    const states = ['A', 'B', 'C', 'D', 'E', 'not_inspected'].map((state) => `state.${state}`)
    expect(states.map((id) => report[id])).toEqual(states.map((id) => panel[id]))
  })

  it('lists the photos of a blade in the order of their numbers', () => {
    const data = reportData(12, 0)
    const report = describeReport(
      indexData(data, () => ''),
      'tr',
    )
    const names = report.photos.table.rows.map((row) =>
      row.map(({ text }) => text).find((text) => text.startsWith('DJI_')),
    )
    expect(names).toEqual(Array.from({ length: 12 }, (_, index) => `DJI_${index}.jpg`))
  })

  it.each([
    [1.234, 1.236, 'Uzunluk: 1,234\u00a0mm, şimdi 1,236\u00a0mm (+0,002)'],
    [0.0004, 0.001, 'Uzunluk: 0,0004\u00a0mm, şimdi 0,001\u00a0mm (+0,0006)'],
    [12.5, 10, 'Uzunluk: 12,5\u00a0mm, şimdi 10\u00a0mm (−2,5)'],
    [3, 3, 'Uzunluk: 3\u00a0mm'],
  ])('says how much %d mm has changed to %d mm, in the digits of the panel', (before, now, line) => {
    const data = reportData(2, 2)
    const findings = data.findings.map((finding, index) => ({
      ...finding,
      length_mm: index === 0 ? before : now,
    }))
    const report = describeReport(
      indexData({ ...data, findings }, () => ''),
      'tr',
    )
    expect(report.findings.parts[1]?.history?.steps[0]?.lines).toEqual([line])
  })

  it('leaves the process free for other requests, and names each picture once', async () => {
    const task = {
      language: 'en',
      extent: 'full',
      description: join(folder, 'report.json'),
      pictures: join(folder, 'p'),
    } as const
    let turns = 0
    let isDone = false
    const count = () => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const pictures = await describeInThread({ ...task, data: reportData(2000, 1000) })
    isDone = true
    // In the process of the server, it was one turn.
    expect(turns).toBeGreaterThan(20)

    const document: ReportDocument = JSON.parse(await readFile(task.description, 'utf8'))
    expect(document.findings.parts).toHaveLength(1000)
    expect(pictures).toContainEqual({ photoId: 7, size: 1280, path: document.findings.parts[6]?.photo?.path })
    expect(new Set(pictures.map(({ path }) => path)).size).toBe(pictures.length)
  })

  it('fails with the error of the file system if the description cannot be written', async () => {
    const task = {
      language: 'en',
      extent: 'full',
      description: join(folder, 'missing', 'a.json'),
      pictures: folder,
    } as const
    await expect(describeInThread({ ...task, data: reportData(1, 1) })).rejects.toThrow('ENOENT')
  })
})
