import type { Locator, Page } from '@playwright/test'
import { uploadPhotos } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, lightboxOf, settled, signIn, storeLanguage, test } from '../support/kanat.ts'

const YEAR = new Date().getFullYear()

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `drone-${n}.jpg`)

test('the page of drone photos filters, opens and follows them', async ({ page, kanat }) => {
  const ofBlade = (blade: string, year = YEAR) => ({ category: 'drone', blade, year: String(year) })
  await uploadPhotos(page.request, kanat.operator, numbered(14), ofBlade('A'))
  await uploadPhotos(page.request, kanat.operator, ['b.jpg'], ofBlade('B'))
  await uploadPhotos(page.request, kanat.operator, ['old.jpg'], ofBlade('C', YEAR - 1))
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin, '/turbine/1/drone-photos')
  const rows = page.getByRole('table', { name: 'Drone fotoğrafları' }).getByRole('row')
  await expect(page.getByRole('status').filter({ hasText: /^16 fotoğraf . 15 sonuç$/ })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Yıl' })).toHaveValue(String(YEAR))
  await expect(rows.nth(1).getByRole('cell')).toHaveText(['b.jpg', 'B', String(YEAR), '0,1 MB', /.+/])

  await page.getByRole('combobox', { name: 'Yıl' }).selectOption(String(YEAR - 1))
  await expect(page).toHaveURL(`/turbine/1/drone-photos?year=${YEAR - 1}`)
  await expect(rows).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Kanat' }).selectOption('A')
  await expect(page.getByText(`${YEAR - 1} yılında kanat A için fotoğraf yok.`)).toBeVisible()
  await page.getByRole('button', { name: 'Tüm kanatları göster' }).click()
  await page.getByRole('combobox', { name: 'Yıl' }).selectOption(String(YEAR))

  // One tab stop; the arrow keys go through the rows, and the lightbox gives the focus back to the photo that was open last.
  const open = (name: string) => page.getByRole('button', { name: `${name} fotoğrafını aç` })
  await open('b.jpg').focus()
  await expect(open('b.jpg')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(open('drone-13.jpg')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(lightboxOf(page)).toContainText('drone-13.jpg')
  await expect(lightboxOf(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(lightboxOf(page)).toContainText('drone-12.jpg')
  await page.goBack()
  await expect(lightboxOf(page)).toBeHidden()
  await expect(open('drone-12.jpg')).toBeFocused()

  await open('drone-7.jpg').focus()
  await page.evaluate(() => scrollTo({ top: 450, behavior: 'instant' }))
  const top = await settled(() => topOf(open('drone-7.jpg')))
  await uploadPhotos(page.request, kanat.operator, ['new.jpg'], ofBlade('B'))
  await pollUntil(page, page.getByRole('status').filter({ hasText: '17 fotoğraf / 16 sonuç' }))
  await expect.poll(() => topOf(open('drone-7.jpg'))).toBe(top)
  await expect(open('drone-7.jpg')).toBeFocused()

  await page.getByRole('link', { name: 'Karaburun 4' }).click()
  await expect(page).toHaveURL('/dashboard/turbine/1')
})

test('the page of the operator photos begins with the newest year, and has the comments', {
  tag: '@core',
}, async ({ page, kanat }) => {
  provoke(page, 404)
  await storeLanguage(page, 'en')
  await signIn(page, kanat.customer, '/turbine/1/operator-photos')
  await expect(page.getByText('No operator photos of this turbine have been uploaded yet.')).toBeVisible()
  const fields = { category: 'operator', blade: 'A', year: String(YEAR - 2) }
  await uploadPhotos(page.request, kanat.operator, ['rope.jpg'], fields)
  await pollUntil(page, page.getByRole('button', { name: 'Open rope.jpg' }))
  await expect(page.getByRole('combobox', { name: 'Year' })).toHaveValue(String(YEAR - 2))

  await page.getByRole('button', { name: 'Comments 0' }).click()
  await expect(page.getByRole('dialog', { name: 'Comments' })).toBeVisible()
  await expect(page).toHaveURL('/turbine/1/operator-photos?panel=comments')

  await page.goto('/turbine/4711/operator-photos')
  await expect(page.getByRole('alert')).toContainText('Turbine not found')
  await page
    .getByRole('link', { name: /turbine list$/i })
    .last()
    .click()
  await expect(page).toHaveURL('/dashboard')
})

/**
 * Makes the page request the photos at once, as when the browser tab becomes visible again, until `shown` is visible. One request is not
 * enough: it may have been sent before the photos existed, and the page sends only one request at a time.
 */
async function pollUntil(page: Page, shown: Locator) {
  const request = async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    return shown.isVisible()
  }
  await expect.poll(request).toBe(true)
}

async function topOf(row: Locator): Promise<number> {
  return Math.round((await row.boundingBox())?.y ?? Number.NaN)
}
