import type { Page } from '@playwright/test'
import { provoke } from '../support/console-errors.ts'
import { expect, photoViewer, signIn, signOut, test } from '../support/kanat.ts'
import {
  drag,
  findingForm,
  kept,
  openPhoto,
  picture,
  placesOn,
  TURBINE_PAGE,
  tag,
  typeField,
} from '../support/marking.ts'

const CALLS = '**/api/turbines/1/findings*'

/** Cuts the line for every finding that is saved. */
async function cut(page: Page) {
  await page
    .context()
    .route(CALLS, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
}

async function save(page: Page, at: number) {
  await page.keyboard.press('x')
  const [from, to] = await placesOn(picture(page), [at, at], [at + 0.1, at + 0.1])
  await drag(page, from, to)
  await expect(typeField(page)).toBeFocused()
  await page.keyboard.type('çizik')
  await page.keyboard.press('3')
  await page.keyboard.press('Enter')
  await expect(findingForm(page)).toBeHidden()
}

test('findings that were saved without a connection survive the closed tab and go from the next one, once', async ({
  page,
  kanat,
}) => {
  provoke(page, 'network')
  const photoId = await openPhoto(page, kanat.operator)
  await cut(page)
  await save(page, 0.2)
  await save(page, 0.5)
  await expect(photoViewer(page).getByText('2 bulgu bekliyor')).toBeVisible()
  // Its form stays closed, because the server may have it already.
  await tag(page, /^Kaydediliyor|^Kaydedilmedi/)
    .first()
    .click()
  await expect(findingForm(page)).toBeHidden()
  const next = await page.context().newPage()
  await page.close()

  await next.goto(`${TURBINE_PAGE}?photo=${photoId}`)
  await expect(photoViewer(next).getByText('2 bulgu bekliyor')).toBeVisible({ timeout: 20_000 })
  // Another screen of the panel sends them, too.
  await next.goto('/dashboard')
  await next.context().unroute(CALLS)
  await expect.poll(async () => (await kept(next)).length, { timeout: 20_000 }).toBe(2)
  await expect(next.getByText('A-PS-002 kaydedildi')).toBeVisible()
  await next.goto(`${TURBINE_PAGE}?photo=${photoId}`)
  await expect(tag(next, /^A-PS-002, Çizik, oyuk, Derece 3/)).toBeVisible()
  await expect(photoViewer(next).getByText(/bulgu bekliyor/)).toBeHidden()
  const numbers = async () => (await kept(next)).map(({ number }) => number).sort()
  await expect.poll(numbers).toEqual(['A-PS-001', 'A-PS-002'])
})

test('signing out asks before it removes waiting findings, and another user neither sees nor sends them', async ({
  page,
  kanat,
}) => {
  provoke(page, 'network')
  await openPhoto(page, kanat.operator)
  await cut(page)
  await save(page, 0.2)
  await expect(photoViewer(page).getByText('1 bulgu bekliyor')).toBeVisible()

  // The session ends, and somebody else signs in in this browser.
  await page.evaluate(() => localStorage.removeItem('kanat.token'))
  await signIn(page, kanat.superadmin, TURBINE_PAGE)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('1 bulgu bekliyor')).toBeHidden()
  await signIn(page, kanat.operator, TURBINE_PAGE)
  await expect(page.getByText('1 bulgu bekliyor')).toBeVisible({ timeout: 20_000 })

  await page.goto('/dashboard')
  await signOut(page)
  const question = page.getByRole('alertdialog', { name: 'Gönderilmemiş bulgular silinecek' })
  await question.getByRole('button', { name: 'Sayfada kal' }).click()
  await expect(question).toBeHidden()
})
