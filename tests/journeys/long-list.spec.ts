import type { Locator, Page } from '@playwright/test'
import { answeredTurbine } from '../answered-turbine.ts'
import { expect, signIn, storeLanguage, test } from './kanat.ts'

// A trace copies all cards at every step, which is too slow.
test.use({ trace: 'off' })

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

/** Scrolls down a window at a time, as a person does, until the card is in the middle. */
async function scrollTo(card: Locator) {
  await card.evaluate(async (element) => {
    const { innerHeight } = window
    while (element.getBoundingClientRect().top > innerHeight / 2) {
      const rest = element.getBoundingClientRect().top - innerHeight / 2 + 1
      window.scrollBy(0, Math.min(innerHeight, rest))
      await new Promise(requestAnimationFrame)
    }
  })
}

test(`a list of ${COUNT} turbines keeps its scroll position after Back, its link and a reload`, async ({
  page,
  kanat,
}) => {
  test.slow()
  await storeLanguage(page, 'tr')
  let held = Promise.resolve()
  await answerMany(page, () => held)
  await signIn(page, kanat.admin)
  // A search by role would lay out every card.
  const card = page.locator('a[href="/dashboard/turbine/900"]')
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
  await card.waitFor({ state: 'attached' })
  await scrollTo(card)
  const placeOf = () =>
    page.evaluate(() => {
      const card = document.querySelector('a[href="/dashboard/turbine/900"]')
      return (
        card && { scrolled: Math.round(window.scrollY), card: Math.round(card.getBoundingClientRect().top) }
      )
    })
  const place = await placeOf()
  expect(place?.scrolled).toBeGreaterThan(60_000)
  const expectPlace = () => expect.poll(placeOf, { timeout: 30_000 }).toEqual(place)

  for (const returnToList of [
    () => page.goBack(),
    () => page.getByRole('main').getByRole('link', { name: 'Türbinler', exact: true }).click(),
  ]) {
    await card.click()
    await expect(opened).toBeVisible()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await returnToList()
    await expectPlace()
  }

  // The page is short until the list is loaded.
  await reloadWhile(async () => {})
  await expectPlace()

  // If the user scrolls meanwhile, the page does not jump.
  await reloadWhile(() => page.mouse.wheel(0, 100))
  await card.waitFor({ state: 'attached' })
  expect((await placeOf())?.scrolled).toBeLessThan(1000)
})
