import { provoke } from '../support/console-errors.ts'
import { expect, storeLanguage, test } from '../support/kanat.ts'
import {
  decideByApi,
  listFindings,
  shownNumber as number,
  openReview,
  prepareReview as prepare,
  readReviews,
  reviewScreen as screen,
} from '../support/review.ts'

const CALL = '**/reviews?*'

test('what a reviewer decides without a connection survives a reload, and reaches the server', async ({
  page,
  kanat,
}) => {
  provoke(page, 'network', 500)
  await storeLanguage(page, 'tr')
  await prepare(page, kanat, 3)
  await openReview(page, kanat.admin)
  await expect(screen(page).getByRole('status')).toHaveText('0 / 3, yaklaşık 1 dk')
  await page.route(CALL, (route) => route.fulfill({ status: 500, body: '' }))
  const first = await number(page).innerText()
  await page.keyboard.press('g')
  await page.keyboard.type('Ölçü eksik.')
  await page.keyboard.press('Enter')
  await expect(number(page)).not.toHaveText(first)
  await page.route(CALL, (route) => route.abort())
  await page.keyboard.press('Enter')
  await expect(screen(page).getByText('2 karar gönderilmeyi bekliyor')).toBeVisible()
  await expect(screen(page).getByRole('status')).toHaveText('2 / 3, yaklaşık 1 dk')

  await page.reload()
  await expect(screen(page).getByRole('status')).toHaveText('2 / 3, yaklaşık 1 dk')
  await expect(screen(page).getByText('2 karar gönderilmeyi bekliyor')).toBeVisible()
  await expect(screen(page).getByRole('button', { name: first })).toContainText('geri gönderildi')
  await expect.poll(() => readReviews(page, kanat)).toEqual([])

  await page.unroute(CALL)
  await expect
    .poll(async () => (await readReviews(page, kanat)).map(({ decision }) => decision).sort())
    .toEqual(['accepted', 'returned'])
  await expect(screen(page).getByText(/gönderilmeyi bekliyor/)).toBeHidden()
  await screen(page).getByRole('button', { name: first }).click()
  await expect(screen(page).getByRole('region', { name: 'Yorumlar' })).toContainText('Ölçü eksik.')
})

test('a reviewer with an older screen does not override another one', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  await prepare(page, kanat, 2)
  await openReview(page, kanat.admin)
  await expect(screen(page).getByRole('status')).toHaveText('0 / 2, about 1 min')
  const shown = await number(page).innerText()
  const id = await idOf(shown)
  // Until the key, the screen does not learn what others decide.
  let isOlder = true
  await page.route(/\/reviews(\?|$)/, (route) => {
    if (isOlder && route.request().method() === 'GET')
      return route.fulfill({ json: { success: true, data: [] } })
    isOlder = false
    return route.fallback()
  })
  await decideByApi(page, kanat.superadmin, {
    decision: 'returned',
    finding_ids: [id],
    remark: 'Which size?',
  })

  provoke(page, 409)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`sent ${shown} back in the meantime.`).first()).toBeVisible()
  await expect(screen(page).getByRole('button', { name: shown })).toContainText('sent back')
  await expect(screen(page).getByRole('status')).toHaveText('1 / 2, about 1 min')

  await screen(page).getByRole('button', { name: shown }).click()
  await expect(screen(page).getByRole('list', { name: 'Decisions' })).toContainText('sent it back')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: `Somebody else has decided about ${shown}` })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect
    .poll(async () => (await readReviews(page, kanat)).map(({ decision }) => decision))
    .toEqual(['returned'])
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Replace the decision' }).click()
  await expect
    .poll(async () => (await readReviews(page, kanat)).map(({ decision }) => decision))
    .toEqual(['accepted'])

  async function idOf(shownNumber: string): Promise<number> {
    const listed = await listFindings(page, kanat)
    return listed.find(({ number }) => shownNumber.includes(number))?.id ?? 0
  }
})

test('a finding without a severity is not accepted, and says why', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await prepare(page, kanat, 1, null)
  await openReview(page, kanat.admin)
  await expect(screen(page).getByRole('status')).toHaveText('0 / 1, yaklaşık 1 dk')
  const shown = await number(page).innerText()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${shown} derecesiz`).first()).toBeVisible()
  await expect(screen(page).getByRole('status')).toHaveText('0 / 1, yaklaşık 1 dk')
  await expect(screen(page).getByRole('button', { name: /Kalan/ })).toBeHidden()
})
