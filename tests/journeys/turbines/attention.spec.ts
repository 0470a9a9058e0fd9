import type { Page } from '@playwright/test'
import { laterDay, todayIn } from '#domain/time/today.ts'
import { addFinding, publishInspection, uploadPhotos } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { moveInspection } from '../support/inspections.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const STOPPED = { blade: 'A', side: 'SS', type: 'oil', from_m: 12, severity: 5, year: 2026 } as const

const names = (page: Page) => page.getByRole('list', { name: 'Türbinler' }).getByRole('heading')

test.beforeEach(({ page }) => storeLanguage(page, 'tr'))

/** "Bugün" above the turbines. */
const today = (page: Page) => page.getByRole('region', { name: 'Bugün' })

test('everybody sees first what needs attention, and what is overdue in each turbine', async ({
  page,
  kanat,
}) => {
  for (const found_on of ['2024-05-01', '2024-06-01'])
    await addFinding(page.request, kanat.admin, { ...STOPPED, found_on, year: 2024 })
  await publishInspection(page.request, kanat.admin, 2024)
  const day = laterDay(todayIn('Europe/Istanbul'), 20)
  await addFinding(page.request, kanat.admin, {
    ...STOPPED,
    severity: 3,
    own_due_on: day,
    due_reason: 'Vinç o gün sahada.',
  })
  await signIn(page, kanat.customer)
  await expect(names(page)).toHaveText(['Karaburun 4', 'Iğdır Türbini'])
  await expect(page.getByRole('combobox', { name: 'Sıralama' })).toHaveValue('attention')
  const first = page.getByRole('list', { name: 'Türbinler' }).getByRole('listitem').first()
  await expect(first.getByText('2 gecikmiş', { exact: true })).toBeVisible()
  await expect(first).not.toContainText('en yakın')
  await expect(today(page)).toContainText('Yalnızca yayınlanmış denetimlerin bulguları')
  await expect(today(page).getByRole('link')).toHaveText(['2gecikmiş bulgu'])

  await signIn(page, kanat.admin)
  await expect(first).toContainText(/2 gecikmiş · en yakın \d+ \p{L}+/u)
  await expect(today(page)).toContainText('Yayınlanmamış denetimler dahil')
})

test('each number of today opens exactly what it counts', { tag: '@core' }, async ({ page, kanat }) => {
  const zone = todayIn('Europe/Istanbul')
  await uploadPhotos(page.request, kanat.operator, ['a.jpg'], { year: '2026' })
  for (const [index, days] of [-1, 0, 30, 31].entries())
    await addFinding(page.request, kanat.operator, {
      ...STOPPED,
      from_m: 10 * (index + 1),
      own_due_on: laterDay(zone, days),
      due_reason: 'Vinç o gün sahada.',
    })
  await moveInspection(page.request, kanat.operator, 1, 2026, 'in_review')
  const list = page.getByRole('table', { name: 'Bulgu listesi' })
  await signIn(page, kanat.admin)

  await today(page).getByRole('link', { name: '1 gecikmiş bulgu' }).click()
  await expect(page).toHaveURL('/dashboard/findings?overdue=true')
  await expect(page.getByText('1 sonuç')).toBeVisible()
  await expect(list.getByRole('row')).toHaveCount(2)
  await page.goBack()
  await today(page).getByRole('link', { name: '2 bulgunun termini 30 gün içinde' }).click()
  await expect(page).toHaveURL(`/dashboard/findings?overdue=false&due_before=${laterDay(zone, 31)}`)
  await expect(list.getByRole('row')).toHaveCount(3)
  await page.goBack()
  await today(page).getByRole('link', { name: '1 denetim sizi bekliyor' }).click()
  await expect(page).toHaveURL('/dashboard/inspections?waits=me')
  await expect(page.getByRole('main').getByRole('link', { name: /Karaburun 4/ })).toHaveCount(1)
  await page.goBack()
  const isNew = today(page).getByRole('button', { name: /^1 türbinde .* yenilik var$/ })
  await isNew.click()
  await expect(page).toHaveURL('/dashboard?new=true')
  await expect(names(page)).toHaveText(['Karaburun 4'])
  await isNew.click()
  await expect(names(page)).toHaveCount(2)
})

test('a link of an earlier version to what is overdue leads to the findings', async ({ page, kanat }) => {
  await signIn(page, kanat.admin, '/dashboard?overdue=true')
  await expect(page).toHaveURL('/dashboard/findings?overdue=true')
})

test('the list is there when what is due cannot be counted', async ({ page, kanat }) => {
  provoke(page, 500)
  await page.route('**/api/findings/summary*', (route) => route.fulfill({ status: 500, body: '' }))
  await signIn(page, kanat.superadmin)
  await expect(names(page)).toHaveCount(3)
  await expect(today(page).getByRole('alert')).toHaveCount(1)
  await page.unroute('**/api/findings/summary*')
  await addFinding(page.request, kanat.admin, { ...STOPPED, found_on: '2024-05-01', year: 2024 })
  await today(page).getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(today(page).getByRole('link', { name: '1 gecikmiş bulgu' })).toBeVisible()
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
