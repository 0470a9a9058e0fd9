import { expectNoViolations } from '../support/axe.ts'
import { signInByApi } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { moveInspection } from '../support/inspections.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'
import {
  shownNumber as number,
  openReview,
  prepareReview as prepare,
  REVIEW,
  readReviews,
  reviewScreen as screen,
} from '../support/review.ts'

test('a reviewer decides about ten findings with one key each', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await prepare(page, kanat, 10)
  await signIn(page, kanat.admin, '/dashboard/inspections')
  await page.getByRole('button', { name: 'Onay ekranı: Karaburun 4 · 2026' }).click()
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
  // The review ends with what comes next.
  await screen(page).getByRole('link', { name: 'Yayınla' }).click()
  await expect(page).toHaveURL(/\/dashboard\/turbine\/1\?.*form=inspection-published-2026/)
  await moveInspection(page.request, kanat.admin, 1, 2026, 'published')
})

test('a finding is sent back, another is graded anew', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  await prepare(page, kanat, 5)
  await openReview(page, kanat.admin)
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

test('a finding that somebody changes while it is read is not accepted unseen', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  await prepare(page, kanat, 2)
  await openReview(page, kanat.admin)
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
