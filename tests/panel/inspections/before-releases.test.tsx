import { expect, it, vi } from 'vitest'
import { InspectionSection } from '#panel/inspections/inspection-section.tsx'
import { answeredInspection } from '../../support/answered-inspection.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

const ADA = callerOf()
const TURBINE = answeredTurbine(4, { company_id: ADA.company_id })
const AT = '2026-09-06T09:30:00.000Z'

/** What the server answers about an inspection that the migration has published. */
function answerTo(url: string): unknown {
  const author = { user_name: 'before releases', reason: '' }
  if (url.includes('/steps')) return { data: [{ ...author, step: 'published', at: AT, version: 1 }] }
  if (url.includes('/versions')) {
    const withdrawal = { withdrawn_at: null, withdrawn_by: '', withdrawn_reason: '', report_findings: null }
    return { data: [{ ...author, ...withdrawal, version: 1, published_at: AT, sha256: null }] }
  }
  if (url.includes('/reviews') || url.includes('/dossier-jobs')) return { data: [] }
  const listed = {
    turbine_name: '',
    turbine_code: TURBINE.code,
    city: 'izmir',
    company_id: ADA.company_id,
    company_name: '',
    workers: [],
    review_days: 30,
    waits_for_caller: false,
    published: null,
  }
  const published = { state: 'published', since: AT, published_version: 1 }
  const possible = { open: null, in_review: null, published: 'nothing_new', withdrawn: 'forbidden' }
  if (url.endsWith('/inspections/2026'))
    return {
      data: {
        ...answeredInspection(2026),
        ...published,
        possible,
        returned: 0,
        undecided: 0,
        is_reviewed: false,
      },
    }
  return {
    data: [{ ...answeredInspection(2026), ...listed, ...published }],
    next: null,
    approximate_total: 1,
  }
}

it('nobody reads the name that the migration has for its author', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ success: true, ...(answerTo(url) as object) }),
  )
  const words = { label: () => '', value: () => '' }
  openScreen(
    ADA,
    <InspectionSection
      turbine={TURBINE}
      year={2026}
      photos={[]}
      findings={[]}
      words={words}
      roomName={String}
      onOpenPhoto={() => {}}
      onReview={() => {}}
      findingLink={() => null}
    />,
  )
  const shown = () => document.body.textContent
  await vi.waitFor(() => expect(shown().split('sürümlerden önce')).toHaveLength(3))
  expect(shown()).not.toContain('before releases')
})
