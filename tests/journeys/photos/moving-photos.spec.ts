import type { Page } from '@playwright/test'
import { pdf } from '../../support/builders.ts'
import { addFinding, publishInspection, uploadPhotos, uploadReport } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const YEAR = new Date().getFullYear()
const PAGE = '/dashboard/turbine/1'

const WORDS = {
  tr: {
    list: 'Tüm fotoğraflar',
    open: 'Taşı…',
    blade: 'Kanat',
    bladeB: 'Kanat B',
    submit: '2 fotoğrafı taşı',
    moved: '2 fotoğraf taşındı',
    undo: 'Geri al',
    undone: '2 fotoğraf eski yerine taşındı',
    one: 'Fotoğrafı taşı',
    room: 'Oda',
    movedOne: '1 fotoğraf taşındı',
    refused: '1 bulgu yayınlanmış; hiçbir fotoğraf taşınmadı',
    editReport: 'rapor.pdf raporunu düzenle',
    name: 'Rapor adı',
    save: 'Kaydet',
    edited: 'Rapor güncellendi',
  },
  en: {
    list: 'All photos',
    open: 'Move…',
    blade: 'Blade',
    bladeB: 'Blade B',
    submit: 'Move 2 photos',
    moved: '2 photos moved',
    undo: 'Undo',
    undone: '2 photos moved back',
    one: 'Move photo',
    room: 'Room',
    movedOne: '1 photo moved',
    refused: '1 finding is published; no photo was moved',
    editReport: 'Edit rapor.pdf',
    name: 'Report name',
    save: 'Save',
    edited: 'Report updated',
  },
} as const

async function choose(page: Page, field: string, option: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

for (const language of ['tr', 'en'] as const) {
  const words = WORDS[language]

  test(`an operator moves photos to another blade and back (${language})`, async ({ page, kanat }) => {
    await uploadPhotos(page.request, kanat.operator, ['m1.jpg', 'm2.jpg'], { year: String(YEAR) })
    await storeLanguage(page, language)
    await signIn(page, kanat.operator, `${PAGE}?section=photos&q=m`)
    const list = page.getByRole('region', { name: words.list })
    const rows = list.getByRole('row').filter({ hasText: /m\d\.jpg/ })
    await expect(rows).toHaveCount(2)
    await list.getByRole('row').first().getByRole('checkbox').check()
    await list.getByRole('button', { name: words.open }).click()
    const dialog = page.getByRole('dialog').filter({ has: page.getByRole('combobox') })
    await expect(dialog.getByRole('combobox', { name: words.blade })).toHaveText(/A$/)
    await choose(page, words.blade, words.bladeB)
    await dialog.getByRole('button', { name: words.submit }).click()
    await expect(page.getByText(words.moved, { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(rows.filter({ hasText: /m\d\.jpgB/ })).toHaveCount(2)
    await expect(list.locator('tbody [tabindex="0"]')).toBeFocused()
    await page.getByRole('button', { name: words.undo }).click()
    await expect(page.getByText(words.undone)).toBeVisible()
    await expect(rows.filter({ hasText: /m\d\.jpgA/ })).toHaveCount(2)
  })

  test(`the lightbox moves one photo, unless its finding is published (${language})`, async ({
    page,
    kanat,
  }) => {
    const { request } = page
    await uploadPhotos(request, kanat.operator, ['m1.jpg'], { year: String(YEAR) })
    await storeLanguage(page, language)
    await signIn(page, kanat.operator, `${PAGE}?section=photos&q=m1`)
    await page.getByRole('region', { name: words.list }).getByRole('button', { name: 'm1.jpg' }).click()
    await page.getByRole('button', { name: words.one }).click()
    await choose(page, words.room, 'Tip-WW')
    await page.getByRole('dialog').getByRole('button', { name: words.one, exact: true }).last().click()
    await expect(page.getByText(words.movedOne)).toBeVisible()

    const id = Number(new URL(page.url()).searchParams.get('photo'))
    const { number } = await addFinding(request, kanat.operator, {
      photo_id: id,
      type: 'le-erosion',
      side: 'LE',
      severity: 2,
    })
    await publishInspection(request, kanat.operator, YEAR)
    await page.getByRole('button', { name: words.one }).click()
    await choose(page, words.room, 'Mid-WW')
    provoke(page, 409)
    await page.getByRole('dialog').getByRole('button', { name: words.one, exact: true }).last().click()
    await expect(page.getByText(words.refused)).toBeVisible()
    await page.getByRole('dialog').getByRole('link', { name: number }).click()
    await expect(page).toHaveURL(/[?&]finding=\d+/)
    await expect(page.getByText(words.refused)).toBeHidden()
  })

  test(`a report gets another name, and its own back (${language})`, async ({ page, kanat }) => {
    await uploadReport(page.request, kanat.operator, { name: 'rapor.pdf', year: String(YEAR), bytes: pdf() })
    await storeLanguage(page, language)
    await signIn(page, kanat.operator, `${PAGE}?section=reports`)
    await page.getByRole('button', { name: words.editReport }).click()
    const dialog = page.getByRole('dialog').filter({ has: page.getByRole('textbox') })
    await dialog.getByRole('textbox', { name: words.name }).fill('Kanat çatlağı')
    await expect(dialog.getByText(/Kanat_catlagi\.pdf/)).toBeVisible()
    await dialog.getByRole('button', { name: words.save }).click()
    await expect(page.getByRole('heading', { name: 'Kanat_catlagi.pdf' })).toBeVisible()
    await page.getByRole('button', { name: words.undo }).click()
    await expect(page.getByRole('heading', { name: 'rapor.pdf' })).toBeVisible()
  })
}
