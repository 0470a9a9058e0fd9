import type { Page } from '@playwright/test'
import type { Turbine } from '#domain/turbine.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

/** Mocks a list of `count` turbines; the first has a name of 70 letters. */
async function listTurbines(page: Page, count: number) {
  await page.route('**/api/turbines', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: Turbine[] }
    const [first] = data
    if (!first) throw new Error('There is no turbine to multiply.')
    const turbines = Array.from({ length: count }, (_, place) => {
      const turbine_name = place === 0 ? 'A'.repeat(70) : `Türbin ${place}`
      return {
        ...first,
        id: place + 1,
        code: `T-${place}`,
        turbine_name,
        name: turbine_name,
        rooms: place + 1,
      }
    })
    await route.fulfill({ response: answer, json: { success: true, data: turbines } })
  })
}

const rows = (page: Page) => page.getByRole('table').getByRole('row')
/** The cells of the column with this name, from the top. */
const firstCells = (page: Page, column: number) => rows(page).locator(`td:nth-child(${column})`)

test('the list is in the address, sorts and opens a turbine', { tag: '@core' }, async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin)
  await page.getByRole('radio', { name: 'Liste' }).click()
  await expect(page).toHaveURL('/dashboard?view=list')
  await expect(firstCells(page, 1)).toHaveText(['Iğdır Türbini', 'Karaburun 4', 'Soma 7'])

  await page.getByRole('button', { name: 'Kod' }).click()
  await page.getByRole('button', { name: 'Kod' }).click()
  await expect(page.getByRole('columnheader', { name: 'Kod' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('columnheader', { name: 'Şehir' })).toHaveAttribute('aria-sort', 'none')
  await expect(firstCells(page, 2)).toHaveText(['SOM-07', 'KRB-04', 'IGD-01'])
  await expect(page).toHaveURL('/dashboard?view=list&sort=code&order=descending')

  await page.getByRole('radio', { name: 'Kartlar' }).click()
  const order = page.getByRole('combobox', { name: 'Sıralama' })
  await expect(order.locator('option:checked')).toHaveText('Koda göre (tersten)')
  await order.selectOption('Koda göre')
  await expect(page).toHaveURL('/dashboard?sort=code')

  await page.goto('/dashboard?view=list&sort=code&order=descending')
  await expect(firstCells(page, 2)).toHaveText(['SOM-07', 'KRB-04', 'IGD-01'])
  await page.getByRole('link', { name: 'Soma 7' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Soma 7' })).toBeVisible()
  await page.goBack()
  await expect(firstCells(page, 2)).toHaveText(['SOM-07', 'KRB-04', 'IGD-01'])

  await page.getByRole('button', { name: 'Soma 7 türbinini düzenle' }).click()
  await expect(page.getByRole('dialog', { name: 'Türbini düzenle' })).toBeVisible()
})

test('a table of a thousand rows renders the visible ones, with arrow keys', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await listTurbines(page, 1000)
  await signIn(page, kanat.superadmin, '/dashboard?view=list&sort=rooms')
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '1001')
  await expect(firstCells(page, 2).first()).toHaveText('T-0')
  await expect.poll(() => rows(page).count()).toBeLessThan(60)
  // The long name is cut off and does not move the other columns out of the window.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)

  await page.getByRole('link', { name: 'A'.repeat(70) }).focus()
  await expect(page.getByRole('link', { name: 'A'.repeat(70) })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'Türbin 1', exact: true })).toBeFocused()
  await page.keyboard.press('End')
  const last = page.getByRole('link', { name: 'Türbin 999', exact: true })
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
  await expect(page.getByRole('columnheader', { name: 'Kod' })).toBeInViewport()
  await expect.poll(() => rows(page).count()).toBeLessThan(60)

  // The actions of the row are the next tab stops; after them the focus leaves the table.
  // Of a turbine without photos, the 360° view says why it is off.
  for (let stop = 0; stop < 2; stop++) await page.keyboard.press('Tab')
  for (const name of ['Türbin 999 türbinini düzenle', 'Türbin 999 türbinini sil']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(page.locator('table :focus')).toHaveCount(0)
  for (let step = 0; step < 5; step++) await page.keyboard.press('Shift+Tab')
  await expect(last).toBeFocused()
  await page.keyboard.press('Home')
  await expect(page.getByRole('link', { name: 'A'.repeat(70) })).toBeInViewport()
})

test('an empty list shows a hint in both views', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin)
  await listTurbines(page, 0)
  for (const address of ['/dashboard', '/dashboard?view=list']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Henüz türbin yok' })).toBeVisible()
  }
})

test('a control without text shows a tooltip for the pointer and the keyboard', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin)
  const toggle = page.getByRole('button', { name: 'Koyu temaya geç' })
  const tooltip = page.locator('[aria-hidden]').filter({ hasText: /^(Koyu|Açık) temaya geç$/ })
  await toggle.hover()
  await expect(tooltip).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(tooltip).toBeHidden()
  await page.getByRole('button', { name: 'English' }).focus()
  await page.keyboard.press('Tab')
  await expect(toggle).toBeFocused()
  await expect(tooltip).toBeVisible()
})
