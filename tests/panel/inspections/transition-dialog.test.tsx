import { beforeEach, expect, it, vi } from 'vitest'
import type { ViewedInspection } from '#domain/inspections/inspection.ts'
import type { PublishSheet } from '#domain/inspections/publish-sheet.ts'
import type { InspectionStep } from '#domain/inspections/state.ts'
import TransitionDialog from '#panel/inspections/transition-dialog.tsx'
import { buttons, callerOf, click, openScreen } from '../panel-screen.tsx'

const INSPECTION = {
  year: 2026,
  revision: 0,
  state: 'open',
  published_version: null,
  photos: 0,
  looked_at: 0,
  findings: 11,
  undecided: 3,
  unlooked_reason: '',
  is_reviewed: true,
  possible: { open: 'state', in_review: null, published: null, withdrawn: 'state' },
} as unknown as ViewedInspection

const SHEET: PublishSheet = {
  version: 2,
  letter: { before: 'C', after: 'D' },
  findings: 11,
  severities: [
    { severity: 4, count: 2 },
    { severity: 3, count: 9 },
    { severity: null, count: 0 },
  ],
  added: 2,
  changed: 1,
  removed: 0,
  solved: 4,
  undecided: 3,
  photos: 51,
  unlooked: 40,
  rooms: 27,
  rooms_without_photos: 14,
  without_distance: 5,
  told: { count: 3, mailed: 2, names: ['Deniz Su', 'Eda Ay'] },
  fingerprint: '4d1f',
  missing: [],
}

let sheet: PublishSheet
let sent: object[]

beforeEach(() => {
  sheet = SHEET
  sent = []
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (url.includes('/publish-sheet')) return Response.json({ success: true, data: sheet })
    if (method === 'POST') {
      sent.push(JSON.parse(String(body)))
      const refusal = {
        success: false,
        error: 'reason_required',
        message: 'Gerekçe.',
        missing: ['undecided'],
      }
      return Response.json(refusal, { status: 400 })
    }
    return Response.json({ success: true, data: [] })
  })
})

const text = () => document.body.textContent

function open(to: InspectionStep, fields: Partial<ViewedInspection> = {}) {
  openScreen(
    callerOf(),
    <TransitionDialog
      place={{ turbineId: 4, year: 2026 }}
      to={to}
      inspection={{ ...INSPECTION, ...fields }}
      words={{ label: () => '', value: () => '' }}
      onClose={() => {}}
    />,
  )
}

it.each([
  ['published', 1240, true],
  ['published', 1000, false],
  ['in_review', 1240, false],
] as const)('before %s with %i findings, it says that there will be no report: %s', (to, findings, says) => {
  open(to, { findings })
  expect(text()).toContain('2026 denetimini')
  expect(
    text()?.includes(`${findings.toLocaleString('tr')} bulgu var; bir rapor en çok 1.000 bulgu alır.`),
  ).toBe(says)
})

it('before a publication, it shows what changes, what was not reviewed and who will see it, on one button with the number', async () => {
  open('published')
  await vi.waitFor(() => expect(buttons('Sürüm 2’yi yayınla')).toHaveLength(1))
  for (const part of [
    '11 bulgu',
    'Derece 4: 2',
    '2 yeni · 1 değişen · 0 kaldırılan · 4 çözülmüş',
    'Onay kararı verilmemiş bulgular3 / 11',
    'İncelenmemiş fotoğraflar40 / 51',
    'Fotoğrafı olmayan odalar14 / 27',
    'Kökten uzaklığı yazılmamış bulgular5 / 11',
    '3 kişi (2 kişiye e-posta da): Deniz Su, Eda Ay ve 1 kişi daha',
  ])
    expect(text()).toContain(part)
  expect(document.querySelector('textarea')).toBeNull()
})

it('names each thing that needs a reason, and sends nothing without one', async () => {
  sheet = { ...SHEET, missing: ['unlooked', 'undecided'] }
  open('published', { photos: 51, looked_at: 11 })
  await vi.waitFor(() => expect(document.querySelectorAll('li').length).toBeGreaterThan(2))
  await vi.waitFor(() => expect(text()).toContain('3 bulgu için onay kararı verilmedi.'))
  expect(text()).toContain('40 fotoğraf incelenmedi.')
  click('Sürüm 2’yi yayınla')
  await vi.waitFor(() => expect(text()).toContain('Gerekçeyi yazın.'))
  expect(sent).toEqual([])
})

it('asks for the reason that the server names, if something has come since the sheet was read', async () => {
  open('published')
  await vi.waitFor(() => expect(buttons('Sürüm 2’yi yayınla')).toHaveLength(1))
  click('Sürüm 2’yi yayınla')
  await vi.waitFor(() => expect(text()).toContain('Bu bulgular neden onay kararı olmadan yayınlanıyor?'))
  expect(sent).toEqual([{ to: 'published', revision: 0, fingerprint: '4d1f', reason: '' }])
})
