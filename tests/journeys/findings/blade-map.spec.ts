import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { addFinding, addRecord } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, type Kanat, settled, signIn, storeLanguage, test } from '../support/kanat.ts'

const CRACK = {
  blade: 'B',
  side: 'PS',
  type: 'crack-longitudinal',
  year: 2026,
  found_on: '2026-05-10',
} as const

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

/** The same crack in two turbines of the company, an oil trace, a solved finding and one without a distance. */
async function addFindings(request: APIRequestContext, { operator, superadmin, admin }: Kanat) {
  await addFinding(request, operator, { ...CRACK, from_m: 14.2, severity: 4 })
  await addFinding(request, operator, {
    ...CRACK,
    blade: 'A',
    type: 'oil',
    from_m: 40,
    to_m: 42,
    severity: 2,
  })
  await addFinding(request, operator, { ...CRACK, from_m: 30, severity: 3, status: 'repaired' })
  await addFinding(request, operator, { ...CRACK, side: 'LE', severity: 3 })
  await addRecord(request, superadmin, '/api/turbines/2/findings', { ...CRACK, from_m: 14.1, severity: 5 })
  return admin
}

const map = (page: Page) => page.getByRole('group', { name: /^(Kanat haritası|Blade map)$/ })
const mark = (page: Page) => map(page).getByRole('link', { name: /Derece|Severity/ })

test('an engineer sees the same damage in two turbines, and opens it by keys and by the pointer', {
  tag: '@core',
}, async ({ page, request, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, await addFindings(request, kanat), '/dashboard/findings')
  await page.getByRole('radio', { name: 'Kanat haritası' }).click()
  await expect(page).toHaveURL('/dashboard/findings?view=picture')
  await expect(map(page).getByRole('link', { name: 'Karaburun 4', exact: true })).toBeVisible()
  await expect(page.getByText('1 bulgunun uzaklığı girilmemiş')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Renklerin anlamı' })).toBeVisible()

  // One tab stop: down goes to the nearest metre of the next turbine.
  await mark(page).focus()
  await expect(mark(page)).toHaveAccessibleName(
    /^IGD-01, Kanat B 14,1 m, Derece 5: Kritik, Boyuna çatlak, B-PS-001$/,
  )
  await page.keyboard.press('ArrowDown')
  await expect(mark(page)).toHaveAccessibleName(/^Karaburun 4, Kanat B 14,2 m, Derece 4/)
  await expect(mark(page)).toBeFocused()
  await expect(map(page).getByText('14–15 m: 2 türbin')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(mark(page)).toHaveAccessibleName(/^Karaburun 4, Kanat A 40,0–42,0 m, Derece 2: Hafif, Yağ/)
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/turbine\/1\?finding=\d+&year=2026&section=findings$/)
  await expect(page.getByRole('dialog', { name: /^[AB]-/ })).toBeVisible()
  await page.goBack()

  // The pointer finds what is near, and names it.
  await mark(page).focus()
  await page.keyboard.press('Home')
  // What is loaded after Back may move the map.
  const box = await settled(() => mark(page).boundingBox())
  if (!box) throw new Error('The mark is not there.')
  await mark(page).blur()
  await page.mouse.move(box.x + box.width / 2 + 4, box.y + box.height / 2 + box.height)
  await expect(map(page).getByText('Karaburun 4 · Kanat B 14,2 m')).toBeVisible()
  await page.mouse.down()
  await page.mouse.up()
  await expect(page.getByRole('dialog', { name: 'B-PS-001' })).toBeVisible()
})

test('the map follows the filters of the list, and is a table too', async ({ page, request, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, await addFindings(request, kanat), '/dashboard/findings?view=picture&severity_min=4')
  await expect(page.getByText('2 sonuç')).toBeVisible()
  await page.getByRole('combobox', { name: 'Durum' }).selectOption('Tüm durumlar')
  await page.getByRole('button', { name: 'Temizle', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/findings?view=picture')
  await page.getByRole('combobox', { name: 'Durum' }).selectOption('Tüm durumlar')
  await expect(page.getByText('İçi boş: çözülmüş')).toBeVisible()

  await page
    .getByRole('group', { name: 'Kanat haritası: görünüm' })
    .getByRole('radio', { name: 'Tablo' })
    .click()
  await expect(page).toHaveURL('/dashboard/findings?view=picture&status=all&as=table')
  const rows = page.getByRole('table', { name: 'Kanat haritası' }).getByRole('row')
  await expect(rows).toHaveCount(6)
  await rows.nth(1).getByRole('link').click()
  await expect(page).toHaveURL(/\/dashboard\/turbine\/2\?finding=/)
})

test('a map that finds nothing, or cannot be loaded, says what to do', async ({ page, request, kanat }) => {
  provoke(page, 500)
  await storeLanguage(page, 'en')
  await signIn(page, await addFindings(request, kanat), '/dashboard/findings?view=picture&blade=C')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(mark(page)).toBeAttached()
  await page.route('**/api/findings/places*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The blade map could not be loaded')
  await page.unroute('**/api/findings/places*')
  await page.getByRole('alert').getByRole('button').click()
  await expect(mark(page)).toBeAttached()
})

test('axe finds nothing on the map, its table and the charts', async ({ page, request, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, await addFindings(request, kanat), '/dashboard/findings?view=picture&status=all')
  await mark(page).focus()
  await expectAccessible(page)
  await page.goto('/dashboard/findings?view=picture&as=table')
  await expect(page.getByRole('table')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/dashboard/findings?view=charts')
  await expect(page.getByRole('region', { name: /^(Yıllara göre|By year)$/ })).toBeVisible()
  await expectAccessible(page)
})
