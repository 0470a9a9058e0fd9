import type { Page } from '@playwright/test'
import { addFinding, publishInspection } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const STOPPED = { blade: 'A', side: 'SS', type: 'oil', from_m: 12, severity: 5, year: 2026 } as const

const names = (page: Page) => page.getByRole('list', { name: 'Türbinler' }).getByRole('heading')

test.beforeEach(({ page }) => storeLanguage(page, 'tr'))

test('those who decide see first what needs attention, and a number above the list is a filter', async ({
  page,
  kanat,
}) => {
  await addFinding(page.request, kanat.admin, STOPPED)
  await publishInspection(page.request, kanat.admin, STOPPED.year)
  await signIn(page, kanat.superadmin)
  await expect(names(page)).toHaveText(['Karaburun 4', 'Iğdır Türbini', 'Soma 7'])
  await expect(page.getByRole('combobox', { name: 'Sıralama' })).toHaveValue('attention')

  const stopped = page
    .getByRole('list', { name: 'Dikkat gerektirenler' })
    .getByRole('button', { name: '1 türbin' })
  await stopped.click()
  await expect(page).toHaveURL('/dashboard?state=E')
  await expect(names(page)).toHaveText(['Karaburun 4'])
  await stopped.click()
  await expect(page).toHaveURL('/dashboard')
  await expect(names(page)).toHaveCount(3)
})

test('what is overdue is counted above the list, and is a filter', async ({ page, kanat }) => {
  await addFinding(page.request, kanat.admin, { ...STOPPED, found_on: '2024-05-01', year: 2024 })
  await signIn(page, kanat.superadmin)
  const overdue = page
    .getByRole('list', { name: 'Dikkat gerektirenler' })
    .getByRole('button', { name: '1 gecikmiş bulgu' })
  await overdue.click()
  await expect(page).toHaveURL('/dashboard?overdue=true')
  await expect(names(page)).toHaveText(['Karaburun 4'])
  await page.reload()
  await expect(names(page)).toHaveText(['Karaburun 4'])
  await overdue.click()
  await expect(names(page)).toHaveCount(3)
})

test('the list is there when what is overdue cannot be counted', async ({ page, kanat }) => {
  provoke(page, 500)
  await page.route('**/api/findings/summary*', (route) => route.fulfill({ status: 500, body: '' }))
  await signIn(page, kanat.superadmin, '/dashboard?overdue=true')
  await expect(names(page)).toHaveCount(3)
  await page.unroute('**/api/findings/summary*')
  await addFinding(page.request, kanat.admin, { ...STOPPED, found_on: '2024-05-01', year: 2024 })
  await page.getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(names(page)).toHaveText(['Karaburun 4'])
})

test('an input method writes a city once', async ({ page, kanat }) => {
  await signIn(page, kanat.admin)
  await page.getByRole('button', { name: 'Türbin ekle' }).click()
  const city = page.getByRole('textbox', { name: 'Şehir' })
  await city.focus()
  const keyboard = await page.context().newCDPSession(page)
  for (const text of ['N', 'Nİ', 'NİĞ', 'NİĞD', 'NİĞDE'])
    await keyboard.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  await expect(city).toHaveValue('NİĞDE')
  await keyboard.send('Input.insertText', { text: 'NİĞDE' })
  await expect(city).toHaveValue('niğde')
})

test('a printed list has every turbine and the chosen filter', async ({ page, kanat }) => {
  await signIn(page, kanat.superadmin, '/dashboard?city=izmir')
  await expect(names(page)).toHaveText(['Karaburun 4'])
  await page.emulateMedia({ media: 'print' })
  const city = page.getByRole('combobox', { name: 'Şehir' })
  await expect(city.locator('option:checked')).toHaveText('İzmir (1)')
  await expect(city).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Kanat durumu' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Sayfalar' })).toBeHidden()
})

for (const view of ['grid', 'list']) {
  test(`a printed ${view} of 50 turbines has all of them`, async ({ page, kanat }) => {
    await page.route('**/api/turbines', async (route) => {
      const answer = await (await route.fetch()).json()
      const [turbine] = answer.data
      const data = Array.from({ length: 50 }, (_, index) => ({
        ...turbine,
        id: index + 1,
        turbine_name: `T${index + 1}`,
      }))
      await route.fulfill({ json: { ...answer, data } })
    })
    await signIn(page, kanat.superadmin, `/dashboard?view=${view}`)
    await expect(page.getByRole('link', { name: 'T1', exact: true })).toBeVisible()
    await expect(page.locator('[data-row]')).not.toHaveCount(50)
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await expect(page.locator('[data-row]')).toHaveCount(50)
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(page.locator('[data-row]')).not.toHaveCount(50)
  })
}

test('below 1150 px the header folds into a menu', async ({ page, kanat }) => {
  await page.setViewportSize({ width: 1024, height: 700 })
  await signIn(page, kanat.superadmin)
  const link = page.getByRole('navigation', { name: 'Sayfalar' }).getByRole('link', { name: 'Kullanıcılar' })
  await expect(link).toBeHidden()
  const menu = page.getByRole('button', { name: 'Menü', exact: true })
  await menu.click()
  await expect(link).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()
  await expect(menu).toBeFocused()
  await menu.click()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kullanıcılar' })).toBeVisible()
  await expect(link).toBeHidden()
})
