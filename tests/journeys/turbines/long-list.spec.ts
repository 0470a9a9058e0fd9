import type { Page } from '@playwright/test'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, settled, signIn, storeLanguage, test } from '../support/kanat.ts'

const COUNT = 1000

/** Mocks the list with many turbines, and each turbine without photos. `hold` delays the list. */
async function answerMany(page: Page, hold: () => Promise<void>) {
  const turbines = Array.from({ length: COUNT }, (_, index) =>
    answeredTurbine(index + 1, { turbine_name: `Yayla ${index + 1}` }),
  )
  await page.route(/\/api\/turbines(\?|$)/, async (route) => {
    await hold()
    await route.fulfill({ json: { success: true, data: turbines } })
  })
  await page.route(/\/api\/turbines\/\d+$/, (route) => {
    const id = Number(new URL(route.request().url()).pathname.split('/').at(-1))
    return route.fulfill({ json: { success: true, turbine: turbines[id - 1] } })
  })
  await page.route(/\/api\/turbines\/\d+\/photos/, (route) =>
    route.fulfill({ json: { success: true, data: [] } }),
  )
}

/** The link on the card of turbine 900. Only cards near to the window are in the page. */
const CARD = 'h2 a[href="/dashboard/turbine/900"]'

/** Scrolls down half a window at a time, as a person does, until the card is in the upper half. Each step waits for its cards. */
async function scrollToCard(page: Page) {
  await page.evaluate(async (selector) => {
    const isThere = () => {
      const card = document.querySelector(selector)
      return card !== null && card.getBoundingClientRect().top < window.innerHeight / 2
    }
    const hasCards = () =>
      [...document.querySelectorAll('[data-row]')].some(
        (card) => card.getBoundingClientRect().bottom >= window.innerHeight,
      )
    while (!isThere()) {
      window.scrollBy(0, window.innerHeight / 2)
      do await new Promise(requestAnimationFrame)
      while (!hasCards())
    }
  }, CARD)
}

test(`a list of ${COUNT} turbines keeps its place after Back and a reload`, async ({ page, kanat }) => {
  provoke(page, 404)
  await storeLanguage(page, 'tr')
  let held = Promise.resolve()
  await answerMany(page, () => held)
  await signIn(page, kanat.admin)
  const card = page.locator(CARD)
  const firstCard = page.locator('[data-row="0"]')
  const opened = page.getByRole('heading', { level: 1, name: 'Yayla 900' })
  /** Reloads, and runs `work` while the list is loading. */
  async function reloadWhile(work: () => Promise<void>) {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    await page.reload()
    await expect(page.getByText('Türbinler yükleniyor')).toBeAttached()
    await work()
    resolve()
  }
  await firstCard.waitFor()
  await scrollToCard(page)
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  const placeOf = () =>
    page.evaluate((selector) => {
      const card = document.querySelector(selector)
      return (
        card && { scrolled: Math.round(window.scrollY), card: Math.round(card.getBoundingClientRect().top) }
      )
    }, CARD)
  const place = await settled(placeOf)
  expect(place?.scrolled).toBeGreaterThan(60_000)
  const expectPlace = () => expect.poll(placeOf).toEqual(place)

  for (const returnToList of [
    () => page.goBack(),
    () => page.getByRole('main').getByRole('link', { name: 'Türbinler', exact: true }).click(),
  ]) {
    await card.click()
    await expect(opened).toBeVisible()
    await expect.poll(scrolled).toBe(0)
    await returnToList()
    await expectPlace()
  }

  // The page is short until the list is loaded.
  await reloadWhile(async () => {})
  await expectPlace()

  // If the user scrolls meanwhile, the page does not jump.
  await reloadWhile(async () => {
    const turned = await page.evaluateHandle(() => ({
      wheel: new Promise((resolve) => addEventListener('wheel', () => resolve(true), { once: true })),
    }))
    await page.mouse.wheel(0, 100)
    await turned.evaluate(({ wheel }) => wheel)
  })
  await firstCard.waitFor({ state: 'attached' })
  const end = await settled(scrolled)
  expect(end).toBeLessThan(1000)
})
