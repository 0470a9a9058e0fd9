import { beforeEach, expect, it, vi } from 'vitest'
import { REPORT_WARNING_MS } from '#domain/limits.ts'
import { outboxOf } from '#panel/outbox/outboxes.ts'
import { chooseLanguage } from '#panel/preferences/language.ts'
import { ReportOutbox } from '#panel/reports/report-outbox.ts'
import { ReportSection } from '#panel/reports/report-section.tsx'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { buttons, callerOf, click, openScreen } from '../panel-screen.tsx'
import { drop } from '../work/dropped-folders.ts'

const USER = 620

beforeEach(async () => {
  await chooseLanguage('en')
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: [] }))
})

it('reports that were added under new names are not offered again when another message ends', async () => {
  const turbine = answeredTurbine(1)
  openScreen(
    callerOf({ id: USER, company_id: turbine.company_id }),
    <ReportSection turbine={turbine} pageYear={2026} />,
  )
  const input = () => document.querySelector('input[type=file]')
  await expect.poll(input).not.toBeNull()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  drop(document.querySelector('[aria-busy]') as Element, {
    'Rapor çatlak.pdf': new File(['%PDF-'], 'Rapor çatlak.pdf'),
    'notes.txt': new File(['x'], 'notes.txt'),
  })
  await expect.poll(() => buttons('Add under new names').length).toBe(1)
  click('Add under new names')
  const staged = () => outboxOf(USER, 'turbine/1/reports', (...args) => new ReportOutbox(...args)).files.value
  await expect.poll(() => staged().length).toBe(1)
  for (const [end, after] of timers.mock.calls) if (after === REPORT_WARNING_MS) (end as () => void)()
  await expect.poll(() => document.body.textContent).not.toContain('notes.txt')
  expect(buttons('Add under new names')).toEqual([])
})
