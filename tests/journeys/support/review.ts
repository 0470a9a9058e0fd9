/** What journeys of the review begin with, and find on its screen. */
import type { Page } from '@playwright/test'
import type { Finding, FindingDraft } from '#domain/findings/finding.ts'
import type { FindingReview, ReviewDraft } from '#domain/inspections/review.ts'
import type { Account } from '../../support/accounts.ts'
import { jpeg } from '../../support/builders.ts'
import { addFinding, signInByApi, uploadNamed } from './by-api.ts'
import { moveInspection } from './inspections.ts'
import { expect, type Kanat, signIn } from './kanat.ts'

export const REVIEW = '/dashboard/inspections?review=1-2026'

/** So many findings of the operator on one photo of Karaburun 4, in an inspection that is in review. The first one continues one of 2025. */
export async function prepareReview(
  page: Page,
  kanat: Kanat,
  count: number,
  severity: FindingDraft['severity'] = 3,
) {
  const bytes = await jpeg({ width: 1200, height: 800 })
  const [now] = await uploadNamed(page.request, kanat.operator, { 'now.jpg': bytes }, { year: '2026' })
  const [old] = await uploadNamed(page.request, kanat.operator, { 'old.jpg': bytes }, { year: '2025' })
  const add = async (draft: FindingDraft) => (await addFinding(page.request, kanat.operator, draft)).id
  const shape = { on: 'image', kind: 'box', points: [[0.4, 0.4], [0.6, 0.6]] } as const // biome-ignore format: one line
  const mark = { type: 'oil', blade: 'A', side: 'SS', severity, shape } as unknown as FindingDraft
  const earlier = await add({
    ...mark,
    photo_id: old?.id,
    from_m: 1,
    year: 2025,
    found_on: '2025-06-01',
  } as FindingDraft)
  for (let place = 1; place <= count; place += 1) {
    const earlier_id = place === 1 ? earlier : null
    await add({ ...mark, photo_id: now?.id, from_m: place / 4, earlier_id } as FindingDraft)
  }
  await moveInspection(page.request, kanat.operator, 1, 2026, 'in_review')
}

export async function readReviews(page: Page, kanat: Kanat): Promise<FindingReview[]> {
  const headers = await signInByApi(page.request, kanat.admin)
  return (await (await page.request.get('/api/turbines/1/inspections/2026/reviews', { headers })).json()).data
}

export const reviewScreen = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('list', { name: /^(Tuşlar|Keys)$/ }) })
export const shownNumber = (page: Page) => reviewScreen(page).getByRole('heading', { level: 3 }).first()

/** Opens the review after the sign-in, and waits until it takes keys. */
export async function openReview(page: Page, account: Account): Promise<void> {
  await signIn(page, account, REVIEW)
  await expect(reviewScreen(page)).toBeFocused()
}

/** Decides as another person, by the API. */
export async function decideByApi(page: Page, account: Account, draft: Partial<ReviewDraft>): Promise<void> {
  const headers = await signInByApi(page.request, account)
  const answer = await page.request.post('/api/turbines/1/inspections/2026/reviews', { headers, data: draft })
  expect(answer.status()).toBe(200)
}

/** The findings of the inspection. */
export async function listFindings(page: Page, kanat: Kanat): Promise<Finding[]> {
  const headers = await signInByApi(page.request, kanat.operator)
  return (await (await page.request.get('/api/turbines/1/findings?year=2026', { headers })).json()).data
}
