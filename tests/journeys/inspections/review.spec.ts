import type { Page } from '@playwright/test'
import type { FindingDraft } from '#domain/findings/finding.ts'
import type { FindingReview } from '#domain/inspections/review.ts'
import { jpeg } from '../../support/builders.ts'
import { expectNoViolations } from '../support/axe.ts'
import { addFinding, signInByApi, uploadNamed } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { moveInspection } from '../support/inspections.ts'
import { expect, type Kanat, signIn, storeLanguage, test } from '../support/kanat.ts'

const REVIEW = '/dashboard/inspections?review=1-2026'

/** So many findings of the operator on one photo of Karaburun 4, in an inspection that is in review. The first one continues one of 2025. */
async function prepare(page: Page, kanat: Kanat, count: number) {
  const bytes = await jpeg({ width: 1200, height: 800 })
  const [now] = await uploadNamed(page.request, kanat.operator, { 'now.jpg': bytes }, { year: '2026' })
  const [old] = await uploadNamed(page.request, kanat.operator, { 'old.jpg': bytes }, { year: '2025' })
  const add = async (draft: FindingDraft) => (await addFinding(page.request, kanat.operator, draft)).id
  const shape = { on: 'image', kind: 'box', points: [[0.4, 0.4], [0.6, 0.6]] } as const // biome-ignore format: one line
  const mark = { type: 'oil', blade: 'A', side: 'SS', severity: 3, shape } as unknown as FindingDraft
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

async function readReviews(page: Page, kanat: Kanat): Promise<FindingReview[]> {
  const headers = await signInByApi(page.request, kanat.admin)
  return (await (await page.request.get('/api/turbines/1/inspections/2026/reviews', { headers })).json()).data
}

const screen = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('list', { name: /^(Tuşlar|Keys)$/ }) })
const number = (page: Page) => screen(page).getByRole('heading', { level: 3 }).first()

test('a reviewer decides about ten findings with one key each', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await prepare(page, kanat, 10)
  await signIn(page, kanat.admin, '/dashboard/inspections')
  await page.getByRole('button', { name: 'Gözden geçir: Karaburun 4 · 2026' }).click()
  await expect(page).toHaveURL(REVIEW)
  await expect(screen(page).getByRole('status')).toHaveText('0 / 10, yaklaşık 1 dk')
  await expect(screen(page).getByRole('img', { name: /2025 fotoğrafı$/ })).toBeVisible()

  for (let place = 1; place <= 9; place += 1) {
    const shown = await number(page).innerText()
    await page.keyboard.press('Enter')
    await expect(number(page)).not.toHaveText(shown)
  }
  await page.keyboard.press('Enter')
  await expect(screen(page).getByRole('status')).toHaveText('10 / 10, hepsi karara bağlandı')
  await expect.poll(async () => (await readReviews(page, kanat)).length).toBe(10)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/dashboard/inspections')
  await moveInspection(page.request, kanat.admin, 1, 2026, 'published')
})

test('a finding is sent back, another is graded anew', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  await prepare(page, kanat, 5)
  await signIn(page, kanat.admin, REVIEW)
  const first = await number(page).innerText()
  await page.keyboard.press('g')
  const field = screen(page).getByRole('textbox', { name: 'Why is it sent back?' })
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/Please write why/)
  await page.keyboard.type('The size is missing. 4 cm?')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await page.keyboard.press('g')
  await expect(field).toHaveValue('The size is missing. 4 cm?')
  await page.keyboard.press('Enter')
  await expect(number(page)).not.toHaveText(first)
  await expect(screen(page).getByRole('button', { name: first })).toContainText('sent back')

  const second = await number(page).innerText()
  await page.keyboard.press('5')
  const why = screen(page).getByRole('textbox', { name: 'Why should the severity be 5?' })
  await expect(why).toBeFocused()
  await page.keyboard.type('It reaches the edge.')
  await page.keyboard.press('Enter')
  await expect(screen(page).getByRole('button', { name: second })).toHaveAccessibleName(/^Severity 5/)
  await expect(screen(page).getByRole('region', { name: 'Comments' })).toContainText('It reaches the edge.')
  await expect(screen(page).getByRole('region', { name: 'Comments' })).toContainText('Team only')
  await page.keyboard.press('Enter')
  await expect(screen(page).getByRole('status')).toHaveText('2 / 5, about 1 min')

  await page.keyboard.press('u')
  await expect(screen(page).getByRole('status')).toHaveText('1 / 5, about 1 min')
  await expect(number(page)).toHaveText(second)
  await expectNoViolations(page)

  await page.keyboard.press('Shift+A')
  const question = page.getByRole('alertdialog', { name: 'Accept what is left?' })
  await expect(question).toContainText('4 undecided findings')
  await question.getByRole('button', { name: 'Accept the remaining 4' }).click()
  await expect(screen(page).getByRole('status')).toHaveText('5 / 5, all decided')
  await expect
    .poll(async () => (await readReviews(page, kanat)).map(({ decision }) => decision).sort())
    .toEqual(['accepted', 'accepted', 'accepted', 'accepted', 'returned'])
})

test('a decision that is not kept is said, and is open again', async ({ page, kanat }) => {
  provoke(page, 500)
  await storeLanguage(page, 'tr')
  await prepare(page, kanat, 2)
  await signIn(page, kanat.admin, REVIEW)
  await expect(screen(page).getByRole('status')).toHaveText('0 / 2, yaklaşık 1 dk')
  await page.route('**/reviews?*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Karar kaydedilirken hata oluştu').first()).toBeVisible()
  await expect(screen(page).getByRole('status')).toHaveText('0 / 2, yaklaşık 1 dk')
})

test('a finding that somebody changes while it is read is not accepted unseen', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  await prepare(page, kanat, 2)
  await signIn(page, kanat.admin, REVIEW)
  await expect(number(page)).toHaveText(/A-SS-00/)
  const shown = await number(page).innerText()
  const headers = await signInByApi(page.request, kanat.operator)
  const listed = await (await page.request.get('/api/turbines/1/findings?year=2026', { headers })).json()
  const finding = listed.data.find((each: { number: string }) => shown.includes(each.number))
  await page.request.put(`/api/turbines/1/findings/${finding.id}`, {
    headers,
    data: { text: 'Oil at the bolt.' },
  })

  provoke(page, 409)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${finding.number} was changed in the meantime.`).first()).toBeVisible()
  await expect(screen(page).getByRole('status')).toHaveText('0 / 2, about 1 min')
  // It comes again after the others, with what was written.
  await page.keyboard.press('Enter')
  await expect(number(page)).toHaveText(shown)
  await expect(screen(page).getByText('Oil at the bolt.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await readReviews(page, kanat)).length).toBe(2)
})
