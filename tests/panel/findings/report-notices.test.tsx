/** The reports that are being made, in the tab that watches them: their lines, and one notice about the end of each. */
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import { watchedFileJobs } from '#panel/frame/jobs/watched-file-jobs.ts'
import { ReportNotices } from '#panel/reports/making/report-notices.tsx'
import { ReportsInMaking } from '#panel/reports/making/reports-in-making.tsx'
import { FormerToasts } from '#panel/session/former-toasts.tsx'
import { endSession, openSession } from '#panel/session/stored-session.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { buttons, callerOf, click, openScreen } from '../panel-screen.tsx'
import { answeredReportJob } from '../reports/answered-reports.ts'

const TURBINE = answeredTurbine(4, { turbine_name: 'Yayla 7' })
const ADA = callerOf()
const CEM = callerOf({ id: 8 })
const JOB = answeredReportJob()

/** How the server answers about the job, and its list. */
let job: ReportJob
let status: number
let list: () => Promise<ReportJob[]>
let cancelled: Promise<unknown>
let screen: ReturnType<typeof openScreen>

beforeEach(() => {
  job = JOB
  status = 200
  list = async () => [job].filter(({ state }) => state === 'running')
  cancelled = Promise.resolve()
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (!/report-jobs\/9/.test(url)) return Response.json({ success: true, data: await list() })
    if (method === 'DELETE') {
      await cancelled
      job = { ...JOB, state: 'cancelled' }
    }
    if (status !== 200)
      return Response.json({ success: false, error: 'turbine_not_found', message: '' }, { status })
    return Response.json({ success: true, data: job })
  })
})

/** The page of the turbine, and another page with a field. */
function Screen() {
  const { pathname } = useLocation()
  return (
    <>
      {pathname === '/turbine' && <ReportsInMaking turbine={TURBINE} mayCancel />}
      <button type="button" data-make-report="">
        Hazırla
      </button>
      <button type="button">Başka</button>
      <ReportNotices />
      <FormerToasts />
    </>
  )
}

const bar = () => document.querySelector('[role=progressbar]')
const notices = (title = 'Denetim raporu hazır') =>
  [...document.querySelectorAll('h2')].filter(({ textContent }) => textContent === title)

/** Opens the page of the turbine, whose report is being made. */
async function openTurbine() {
  screen = openScreen(ADA, <Screen />)
  await screen.router.navigate('/turbine')
  await vi.waitFor(() => expect(bar()).not.toBeNull())
}

const end = async (ended: Partial<ReportJob>, title?: string) => {
  job = { ...JOB, progress: 1, ...ended }
  await vi.waitFor(() => expect(notices(title)).toHaveLength(1))
}

it('tells once that a report is there, also when its turbine is opened again', async () => {
  await openTurbine()
  await screen.router.navigate('/')
  await end({ state: 'done', report_id: 1 })
  expect(document.body.textContent).toContain('Yayla 7, 2026 denetimi (Türkçe)')
  // Until its answer comes, the page has the list of the former visit.
  const answered = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  list = async () => {
    asked.resolve()
    await answered.promise
    return []
  }
  await screen.router.navigate('/turbine')
  await asked.promise
  answered.resolve()
  await vi.waitFor(() => expect(screen.queryClient.isFetching()).toBe(0))
  expect(watchedFileJobs.value).toEqual([])
  expect(bar()).toBeNull()
  expect(notices()).toHaveLength(1)
})

it('tells why a report could not be made', async () => {
  await openTurbine()
  await end(
    { state: 'failed', error: 'internal_error', message: 'Bir cümle.' },
    'Denetim raporu hazırlanamadı',
  )
  expect(document.body.textContent).toContain('Yayla 7, 2026 denetimi (Türkçe) · Bir cümle.')
})

it('forgets a report whose turbine was deleted', async () => {
  await openTurbine()
  status = 404
  await vi.waitFor(() => expect(watchedFileJobs.value).toEqual([]))
  expect(bar()).toBeNull()
})

it('watches the reports of the user who is signed in, and closes the notices of another one', async () => {
  await openTurbine()
  await screen.router.navigate('/')
  openSession({ token: 'token of Cem', user: CEM })
  expect(watchedFileJobs.value).toEqual([])
  openSession({ token: 'token of Ada', user: ADA })
  expect(watchedFileJobs.value.map(({ jobId }) => jobId)).toEqual([9])
  await end({ state: 'done', report_id: 1 })
  flushSync(() => endSession('expired'))
  openSession({ token: 'token of Ada', user: ADA })
  await vi.waitFor(() => expect(screen.queryClient.isFetching()).toBe(0))
  expect(notices()).toHaveLength(1)
  openSession({ token: 'token of Cem', user: CEM })
  await vi.waitFor(() => expect(notices()).toHaveLength(0))
})

it('closes the notices when the user signs out', async () => {
  await openTurbine()
  await end({ state: 'done', report_id: 1 })
  endSession('signed-out')
  await vi.waitFor(() => expect(notices()).toHaveLength(0))
})

it.each([
  ['goes to the button that makes reports', 'Hazırla', () => {}],
  ['stays where the user has gone meanwhile', 'Başka', () => buttons('Başka')[0]?.focus()],
])('after a report is cancelled, the focus %s', async (_, focused, goOn) => {
  await openTurbine()
  const answered = Promise.withResolvers<void>()
  cancelled = answered.promise
  const cancel = 'İptal et: 2026 denetim raporu (Türkçe)'
  await vi.waitFor(() => expect(buttons(cancel)).toHaveLength(1))
  buttons(cancel)[0]?.focus()
  click(cancel)
  goOn()
  answered.resolve()
  await vi.waitFor(() => expect(bar()).toBeNull())
  expect(document.activeElement).toBe(buttons(focused)[0])
})
