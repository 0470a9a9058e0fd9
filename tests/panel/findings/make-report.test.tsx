import { createBrowserRouter, useSearchParams } from 'react-router'
import { expect, it, vi } from 'vitest'
import { watchedFileJobs } from '#panel/frame/jobs/watched-file-jobs.ts'
import { MakeReport } from '#panel/reports/making/make-report.tsx'
import { answeredInspection } from '../../support/answered-inspection.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { callerOf, click, openScreen } from '../panel-screen.tsx'
import { answeredReportJob } from '../reports/answered-reports.ts'

const ADA = callerOf()

const TURBINE = answeredTurbine(4, { turbine_name: 'Yayla 7' })

/** The button of the year in the address. */
function Screen() {
  const [params] = useSearchParams()
  const year = Number(params.get('reports'))
  return <MakeReport key={year} turbine={TURBINE} year={year} />
}

const isShown = (year: number) =>
  [...document.querySelectorAll('h2')].some(({ textContent }) => textContent === `${year} denetim raporu`)

/** Opens the section of 2026 and its dialog. */
function openDialog() {
  window.history.replaceState(null, '', '/dashboard/turbine/4?reports=2026')
  openScreen(ADA, <Screen />, createBrowserRouter)
  click('Denetim raporu hazırla')
}

it('closes only the dialog of its own year when the answer comes late', async () => {
  const made = Promise.withResolvers<void>()
  let isAsked = false
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    const year = Number(/inspections\/(\d+)/.exec(url)?.[1])
    if (method !== 'POST') return Response.json({ success: true, data: answeredInspection(year) })
    isAsked = true
    await made.promise
    return Response.json({ success: true, data: answeredReportJob({ year }) }, { status: 202 })
  })
  window.history.replaceState(null, '', '/dashboard/turbine/4?reports=2025')
  const screen = openScreen(ADA, <Screen />, createBrowserRouter)
  click('Denetim raporu hazırla')
  // The script of the dialog is loaded now.
  await vi.waitFor(() => expect(isShown(2025)).toBe(true))
  click('Raporu hazırla')
  await vi.waitFor(() => expect(isAsked).toBe(true))
  await screen.router.navigate('/dashboard/turbine/4?reports=2026')
  await vi.waitFor(() => expect(isShown(2025)).toBe(false))
  click('Denetim raporu hazırla')
  await vi.waitFor(() => expect(isShown(2026)).toBe(true))
  made.resolve()
  await vi.waitFor(() => expect(watchedFileJobs.value.map(({ jobId }) => jobId)).toEqual([9]))
  expect(isShown(2026)).toBe(true)
})

it.each([
  [null, 'Ada Yel'],
  ['2026-05-02T09:30:00.000Z', ''],
])(
  'offers the user as inspector until the inspection is saved (saved at %s)',
  async (updated_at, inspector) => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ success: true, data: answeredInspection(2026, { updated_at }) }),
    )
    openDialog()
    const field = () =>
      [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith('Denetçi'))
        ?.control as HTMLInputElement | undefined
    await vi.waitFor(() => expect(field()?.value).toBe(inspector))
  },
)

it.each([
  [0, ['POST'], 'Sürüm 2'],
  [3, ['PUT', 'POST'], 'Taslak'],
])(
  'saves the inspection before the report only if the report is a draft (%s changes are not published)',
  async (unpublished_changes, expected, badge) => {
    const sent: string[] = []
    const inspection = answeredInspection(2026, {
      state: 'published',
      published_version: 2,
      unpublished_changes,
    })
    vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit) => {
      if (method !== 'GET') sent.push(method)
      if (method !== 'POST') return Response.json({ success: true, data: inspection })
      return Response.json({ success: true, data: answeredReportJob() }, { status: 202 })
    })
    openDialog()
    await vi.waitFor(() => expect(isShown(2026)).toBe(true))
    expect(document.querySelector('[role=dialog] [role=status]')?.textContent).toMatch(
      new RegExp(`^${badge}`),
    )
    click('Raporu hazırla')
    await vi.waitFor(() => expect(sent).toEqual(expected))
  },
)
