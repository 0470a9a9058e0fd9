import type { Locator, Page } from '@playwright/test'
import { publishInspection, uploadPhotos } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'Türbinler' }).getByRole('listitem')
const cardOf = (page: Page, name: string) => cards(page).filter({ hasText: name })
const names = (page: Page) => cards(page).getByRole('heading')

async function choose(page: Page, filter: string, option: string) {
  const list = page.getByRole('combobox', { name: filter })
  await list.selectOption(await list.getByRole('option', { name: option }).getAttribute('value'))
}

async function expectRow(row: Locator, words: string[]) {
  for (const text of words) await expect(row).toContainText(text)
}

test('a superadmin filters the list by city, year and company, and the filters are in the address', {
  tag: '@core',
}, async ({ page, kanat, request }) => {
  await uploadPhotos(request, kanat.operator, ['a.jpg'], { year: '2025' })
  await publishInspection(request, kanat.operator, 2025)
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin)
  await expect(page.getByText('3 türbin')).toBeVisible()
  // Karaburun 4 needs the least attention, because its inspection is published and has no findings.
  await expect(names(page)).toHaveText(['Iğdır Türbini', 'Soma 7', 'Karaburun 4'])

  await choose(page, 'Şirket', 'Bora Enerji')
  await expect(page.getByText('2 sonuç')).toBeVisible()
  await choose(page, 'Fotoğraf yılı', '2025')
  await expect(names(page)).toHaveText(['Karaburun 4'])
  await choose(page, 'Şehir', 'Iğdır')
  await expect(page.getByRole('heading', { name: 'Türbin bulunamadı' })).toBeVisible()
  await choose(page, 'Şehir', 'Tüm şehirler')
  await page.getByLabel('Türbin ara').fill('KARABURUN')
  await expect(page.getByText('1 sonuç')).toBeVisible()
  await expect(page).toHaveURL(/\?company=\d+&year=2025&q=KARABURUN$/)

  await page.reload()
  await expect(names(page)).toHaveText(['Karaburun 4'])
  await page.getByRole('link', { name: 'Karaburun 4' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Karaburun 4' })).toBeVisible()
  await page.goBack()
  await expect(names(page)).toHaveText(['Karaburun 4'])
  await page.getByRole('button', { name: 'Temizle', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(names(page)).toHaveCount(3)

  await choose(page, 'Sıralama', 'Fotoğraf sayısına göre')
  await expect(names(page).first()).toHaveText('Karaburun 4')
  await expect(page).toHaveURL('/dashboard?sort=photos&order=descending')
})

test('a superadmin deletes a turbine after a warning and a failure', async ({ page, kanat }) => {
  provoke(page, 503)
  await storeLanguage(page, 'en')
  await signIn(page, kanat.superadmin)
  await page.route('**/api/turbines/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({
          status: 503,
          json: { success: false, error: 'shutting_down', message: 'Try later.' },
        })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Delete turbine Soma 7' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete turbine' })
  await expectRow(dialog, ['Soma 7 (SOM-07)', 'photos, findings, reports and comments', 'cannot be undone'])
  await dialog.getByRole('button', { name: 'Delete turbine' }).click()
  await expectRow(dialog.getByRole('alert'), ['Error deleting turbine', 'Try later.'])
  await dialog.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  await expect(dialog.getByRole('alert')).toHaveCount(0)

  await page.unroute('**/api/turbines/*')
  await dialog.getByRole('button', { name: 'Delete turbine' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('2 turbines')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Soma 7' })).toHaveCount(0)
})

test('cards are one tab stop with arrow keys; Enter opens and E edits', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin)
  const link = (name: string) => page.getByRole('link', { name })
  await link('Iğdır Türbini').focus()
  await expect(link('Iğdır Türbini')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(link('Karaburun 4')).toBeFocused()
  await page.keyboard.press('End')
  await expect(link('Soma 7')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(link('Karaburun 4')).toBeFocused()
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Türbini düzenle' })
  await expect(dialog.getByRole('textbox', { name: 'Kod' })).toHaveValue('KRB-04')
  await page.keyboard.press('Escape')
  await expect(link('Karaburun 4')).toBeFocused()
  // Only the two links of the active card are tab stops.
  await expect(page.locator('[data-row] a[tabindex="0"]')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Karaburun 4' })).toBeVisible()
})

test('a customer sees what is new since the last visit', async ({ page, kanat, request }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.customer)
  const card = cardOf(page, 'Karaburun 4')
  await expectRow(card, [
    'İzmir',
    'KRB-04',
    'Mordoğan',
    'Bora Enerji',
    'oda3',
    'fotoğraf0',
    'Henüz fotoğraf yok',
  ])
  await expect(page.getByText('2 türbin')).toBeVisible()
  await uploadPhotos(request, kanat.operator, ['a.jpg', 'b.jpg'], { year: '2026' })

  await page.reload()
  await expect(card).toContainText('2 yeni fotoğraf')
  const shownCover = () =>
    card
      .locator('img')
      .evaluate(({ naturalWidth, currentSrc }: HTMLImageElement) => naturalWidth > 0 && currentSrc)
  await expect.poll(shownCover).toMatch(/b\.jpg\?w=320$/)
  for (const name of ['Türbin ekle', /düzenle$/, /sil$/])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Şirket' })).toHaveCount(0)

  const visited = page.waitForResponse(/\/visit\?/)
  await card.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Karaburun 4' })).toBeVisible()
  await visited
  await page.goBack()
  await expect(card).toContainText('fotoğraf2')
  await expect(card).not.toContainText('yeni fotoğraf')
})
