import type { Locator, Page } from '@playwright/test'
import type { Turbine } from '#domain/turbine.ts'
import { expect, signIn, speak, test } from './kanat.ts'

const PAGE = '/dashboard/turbine/1'

test('a search is in the address: a reload and the way back from a turbine keep it', async ({
  page,
  kanat,
}) => {
  await speak(page, 'tr')
  await signIn(page, kanat.admin)
  const search = page.getByRole('textbox', { name: 'Türbin ara' })
  await search.pressSequentially('mordogan izmir')
  await expect(search).toHaveValue('mordogan izmir')
  await expect(page).toHaveURL('/dashboard?q=mordogan+izmir')
  const expectFound = async () => {
    await expect(search).toHaveValue('mordogan izmir')
    await expect(page.getByText('1 sonuç bulundu')).toBeVisible()
  }
  await page.reload()
  await expectFound()
  for (const comeBack of [
    () => page.goBack(),
    () => page.getByRole('main').getByRole('link', { name: 'Türbinler', exact: true }).click(),
  ]) {
    await page.getByRole('link', { name: /Karaburun 4/ }).click()
    await expect(page).toHaveURL(PAGE)
    await comeBack()
    await expect(page).toHaveURL('/dashboard?q=mordogan+izmir')
    await expectFound()
  }

  // The mark in the header leads to the list as a whole.
  await page.getByRole('link', { name: 'Kanat, türbin listesi' }).click()
  await expect(search).toHaveValue('')
  await page.goBack()
  await expectFound()
  await search.fill('')
  await expect(page).toHaveURL('/dashboard')
})

test('room and year of each blade are in the address, and what is no place there is passed over', async ({
  page,
  kanat,
}) => {
  await speak(page, 'en')
  await signIn(page, kanat.operator)
  await page.goto(`${PAGE}?b=hub.2026&c=7.1234`)
  const shown = (blade: string) =>
    page.getByRole('region', { name: `Blade ${blade}` }).getByRole('combobox', { name: /^(Room|Year)/ })
  const thisYear = String(new Date().getFullYear())
  for (const blade of ['A', 'B', 'C']) await expect(shown(blade)).toHaveText(['Root-WW', thisYear])

  const history = () => page.evaluate(() => window.history.length)
  const entries = await history()
  await page
    .getByRole('region', { name: 'Blade A' })
    .getByRole('radio', { name: /^Tip-WW/ })
    .check()
  await shown('B').nth(1).click()
  await page.getByRole('option', { name: '2024' }).click()
  const expectChosen = async () => {
    await expect(shown('A')).toHaveText(['Tip-WW', thisYear])
    await expect(shown('B')).toHaveText(['Root-WW', '2024'])
  }
  await expectChosen()
  const params = new URL(page.url()).searchParams
  expect([params.get('a'), params.get('b')]).toEqual([`3.${thisYear}`, '1.2024'])
  // Filters replace: Back leaves the page.
  expect(await history()).toBe(entries)
  await page.reload()
  await expectChosen()
})

const COUNT = 1000

/** Answers the list with many turbines, and each of them, without their photos. `hold` keeps the list waiting. */
async function answerMany(page: Page, hold = async () => {}) {
  const turbines = Array.from({ length: COUNT }, (_, index): Turbine => {
    const n = index + 1
    const name = `Yayla ${n}`
    const time = '2026-01-01T00:00:00.000Z'
    return {
      ...{ id: n, turbine_name: name, name, city: 'izmir', code: `T${n}`, location: 'Karaburun' },
      ...{ site_name: '', coordinates: null, rooms: 3, status: 'active', photo_count: 0 },
      ...{ company_id: 1000, company_name: 'Bora Enerji', created_at: time, updated_at: time },
    }
  })
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
    const middle = window.innerHeight / 2
    while (element.getBoundingClientRect().top > middle) {
      window.scrollBy(0, Math.min(middle, element.getBoundingClientRect().top - middle + 1))
      await new Promise(requestAnimationFrame)
    }
  })
}

test(`a list of ${COUNT} turbines comes back at its place, by Back, by its link and after a reload`, async ({
  page,
  kanat,
}) => {
  test.slow()
  await speak(page, 'tr')
  let release = () => {}
  let isHeld = false
  await answerMany(page, async () => {
    if (isHeld) await new Promise<void>((resolve) => (release = resolve))
  })
  await signIn(page, kanat.admin)
  // Looking for a role among so many cards would lay out each of them.
  const card = page.locator('a[href="/dashboard/turbine/900"]')
  const opened = page.getByRole('heading', { level: 1, name: 'Yayla 900' })
  const loading = page.getByText('Türbinler yükleniyor')
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

  for (const comeBack of [
    () => page.goBack(),
    () => page.getByRole('main').getByRole('link', { name: 'Türbinler', exact: true }).click(),
  ]) {
    await card.click()
    await expect(opened).toBeVisible()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await comeBack()
    await expectPlace()
  }

  // The list is not there for a while, and the page is short.
  isHeld = true
  await page.reload()
  await expect(loading).toBeAttached()
  release()
  await expectPlace()

  // Who moves the page meanwhile is not carried away.
  await page.reload()
  await expect(loading).toBeAttached()
  await page.mouse.wheel(0, 100)
  release()
  await card.waitFor({ state: 'attached' })
  expect((await placeOf())?.scrolled).toBeLessThan(1000)
})
