/** The versions of an inspection: why one has no report, the dossiers of each, and the notices about the end of a dossier. */
import { beforeEach, expect, it, vi } from 'vitest'
import type { DossierJob } from '#domain/inspections/dossier.ts'
import type { InspectionVersion } from '#domain/inspections/version.ts'
import { watchedFileJobs } from '#panel/frame/jobs/watched-file-jobs.ts'
import { DossierNotices } from '#panel/inspections/dossiers/dossier-notices.tsx'
import { VersionList } from '#panel/inspections/version-list.tsx'
import { FormerToasts } from '#panel/session/former-toasts.tsx'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { buttons, callerOf, click, openScreen } from '../panel-screen.tsx'

const TURBINE = answeredTurbine(4, { turbine_name: 'Yayla 7', company_id: 3 })
const VERSION: InspectionVersion = {
  version: 1,
  published_at: '2026-09-06T09:30:00.000Z',
  user_name: 'Ada Yel',
  reason: '',
  sha256: 'a'.repeat(64),
  report_findings: 46,
  withdrawn_at: null,
  withdrawn_by: '',
  withdrawn_reason: '',
}
const JOB: DossierJob = {
  id: 9,
  state: 'running',
  progress: 0.4,
  url: null,
  year: 2026,
  version: 1,
  photos: 'originals',
  size: null,
  error: null,
  message: null,
  is_own: true,
  created_at: '2026-09-06T09:30:00.000Z',
}

let versions: InspectionVersion[]
let jobs: DossierJob[]

beforeEach(() => {
  versions = [VERSION]
  jobs = []
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (/\/versions(\?|$)/.test(url)) return Response.json({ success: true, data: versions })
    const id = Number(/dossier-jobs\/(\d+)/.exec(url)?.[1])
    if (!id) return Response.json({ success: true, data: jobs.filter(({ state }) => state !== 'failed') })
    const job = jobs.find((each) => each.id === id)
    if (method === 'DELETE') {
      jobs = jobs.filter((each) => each !== job)
      return Response.json({ success: true, data: null })
    }
    if (!job)
      return Response.json({ success: false, error: 'dossier_job_not_found', message: '' }, { status: 404 })
    return Response.json({ success: true, data: job })
  })
})

const words = { label: () => '', value: () => '' }
const text = () => document.body.textContent
const bars = () => document.querySelectorAll('[role=progressbar]')
const notices = (title: string) =>
  [...document.querySelectorAll('h2')].filter(({ textContent }) => textContent === title)

async function open(role: 'operator' | 'customer' = 'operator') {
  openScreen(
    callerOf({ role }),
    <>
      <VersionList turbine={TURBINE} year={2026} photos={[]} words={words} isForTeam={role === 'operator'} />
      <DossierNotices />
      <FormerToasts />
    </>,
  )
  await vi.waitFor(() => expect(text()).toContain('Sürüm 1'))
}

it('says why a version has no report, and only then', async () => {
  versions = [{ ...VERSION, version: 2, report_findings: 1240 }, VERSION]
  await open()
  expect(text()?.match(/Raporu yok: 1\.240 bulgu var, bir rapor en çok 1\.000 bulgu alır\./g)).toHaveLength(1)
})

it('offers the dossier of every version that is not withdrawn', async () => {
  versions = [{ ...VERSION, version: 2, withdrawn_at: VERSION.published_at }, VERSION]
  await open()
  expect(buttons('Mühürlü denetim dosyası hazırla: sürüm 1')).toHaveLength(1)
  expect(buttons('Mühürlü denetim dosyası hazırla: sürüm 2')).toHaveLength(0)
})

it('tells once that a dossier is there that was ordered before the screen was opened, and offers its download', async () => {
  jobs = [JOB]
  await open()
  await vi.waitFor(() => expect(bars()).toHaveLength(1))
  jobs = [{ ...JOB, state: 'done', progress: 1, url: '/media/dossiers/x', size: 3 * 1024 ** 3 }]
  await vi.waitFor(() => expect(notices('Denetim dosyası hazır')).toHaveLength(1))
  await vi.waitFor(() => expect(document.querySelector('a[href="/media/dossiers/x"]')).not.toBeNull(), 5000)
  expect(text()).toContain('Özgün fotoğraflar · 3,0 GB')
  expect(watchedFileJobs.value).toEqual([])
})

it('tells why a dossier could not be prepared', async () => {
  jobs = [JOB]
  await open()
  await vi.waitFor(() => expect(watchedFileJobs.value).toHaveLength(1))
  jobs = [{ ...JOB, state: 'failed', error: 'photo_not_found', message: '“a.jpg” yok.' }]
  await vi.waitFor(() => expect(notices('Denetim dosyası hazırlanamadı')).toHaveLength(1))
  expect(text()).toContain('Yayla 7, 2026 denetimi, sürüm 1 · “a.jpg” yok.')
})

it('cancels a dossier: the line goes, with one notice', async () => {
  jobs = [JOB]
  await open()
  await vi.waitFor(() => expect(bars()).toHaveLength(1))
  click('İptal et: Denetim dosyası, sürüm 1 (Özgün fotoğraflar)')
  await vi.waitFor(() => expect(bars()).toHaveLength(0), 5000)
  expect(notices('Denetim dosyası iptal edildi')).toHaveLength(1)
  expect(notices('Denetim dosyası artık hazırlanmıyor')).toHaveLength(0)
})

it('shows a customer the dossiers of others without a button that cancels them, and tells nothing about their end', async () => {
  jobs = [{ ...JOB, is_own: false }]
  await open('customer')
  await vi.waitFor(() => expect(bars()).toHaveLength(1))
  expect(buttons('İptal et: Denetim dosyası, sürüm 1 (Özgün fotoğraflar)')).toHaveLength(0)
  expect(watchedFileJobs.value).toEqual([])
})
