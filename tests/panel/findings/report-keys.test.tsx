import { expect, it, vi } from 'vitest'
import type { Role } from '#domain/permissions.ts'
import type { Report } from '#domain/report.ts'
import { ReportList } from '#panel/reports/report-list.tsx'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { click, openScreen, viewerOf } from '../panel-screen.tsx'

const viewer = viewerOf()
const turbine = answeredTurbine(1, { company_id: viewer.company_id })
let close = () => {}

function report(id: number): Report {
  return {
    id,
    original_filename: `report-${id}.pdf`,
    file_size_bytes: 2_310_442,
    year: 2026,
    uploaded_at: '2026-09-06T09:30:00.000Z',
    report_url: `/media/${id}`,
    thumb_url: null,
    first_name: 'Elif',
    last_name: 'Yıldırım',
    language: null,
    inspection_version: null,
    is_draft: false,
    is_withdrawn: false,
  }
}

function open(role: Role) {
  const reports = [1, 2, 3].map(report)
  const list = (
    <ReportList turbine={turbine} reports={reports} year={2026} otherYears={[]} onYear={() => {}} />
  )
  ;({ close } = openScreen(viewerOf({ role }), list))
}

const links = () => [...document.querySelectorAll<HTMLElement>('a[data-report]')]
const tabStops = () =>
  [...document.querySelectorAll<HTMLElement>('li :is(a, button)')].filter(({ tabIndex }) => tabIndex === 0)
const press = (key: string) =>
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  )

it('makes the reports one tab stop in which the arrow keys, Home and End move, to reading and to downloading', async () => {
  open('admin')
  const stops = [...document.querySelectorAll<HTMLElement>('li [data-stop]')]
  expect(stops).toHaveLength(6)
  expect(tabStops()).toEqual([stops[0]])
  stops[0]?.focus()
  press('ArrowRight')
  expect(document.activeElement).toBe(links()[0])
  await vi.waitFor(() => expect(tabStops()).toEqual([links()[0]]))
  press('ArrowRight')
  expect(document.activeElement).toBe(stops[2])
  press('End')
  expect(document.activeElement).toBe(links()[2])
  press('Home')
  expect(document.activeElement).toBe(stops[0])
})

it('asks before Delete deletes the report that has the focus, and only who may delete it', async () => {
  open('admin')
  links()[1]?.focus()
  press('Delete')
  await vi.waitFor(() =>
    expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('report-2.pdf'),
  )
  click('İptal')
  close()
  open('viewer')
  links()[1]?.focus()
  press('Delete')
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
})
