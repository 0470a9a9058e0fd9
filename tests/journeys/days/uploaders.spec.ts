import type { Page } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'
import { addUser } from '../support/by-api.ts'
import {
  endSessionOnServer,
  expect,
  lightboxOf,
  sendSignInForm,
  signInByForm,
  signOut,
  storeLanguage,
  switchLanguage,
  test,
} from '../support/kanat.ts'

/** The block of blade A, in either language. */
const bladeA = (page: Page) => page.getByRole('region', { name: /^(Kanat|Blade) A$/ })
const opener = (page: Page, photo: string) =>
  bladeA(page).getByRole('button', { name: new RegExp(`^(Open ${photo}|${photo} fotoğrafını aç)$`) })

async function stage(page: Page, names: string[]) {
  const buffer = await jpeg({ width: 600, height: 400 })
  await bladeA(page)
    .getByLabel(/^(Kanat A için fotoğraf seç|Choose photos for blade A)$/)
    .setInputFiles(names.map((name) => ({ name, mimeType: 'image/jpeg', buffer })))
}

test('the day of a company manager: uploads photos, deletes one, and has no access to users', async ({
  page,
  request,
  kanat,
}) => {
  const { company_id } = kanat.admin
  const manager = await addUser(request, kanat.superadmin, { role: 'company_manager', company_id })
  await storeLanguage(page, 'tr')
  await signInByForm(page, manager)
  await expect(page.getByText('2 türbin', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  await stage(page, ['a.jpg', 'b.jpg', 'c.jpg'])
  await bladeA(page).getByRole('button', { name: '3 dosyayı yükle' }).click()
  await expect(page.getByText('3 fotoğraf kaydedildi.')).toBeVisible()
  await expect(opener(page, 'a.jpg')).toBeVisible()

  await switchLanguage(page)
  await opener(page, 'b.jpg').click()
  await lightboxOf(page).getByRole('button', { name: 'Delete photo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(lightboxOf(page).getByRole('heading', { level: 2, name: 'c.jpg' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lightboxOf(page)).toBeHidden()
  await expect(opener(page, 'b.jpg')).toHaveCount(0)
  await expect(bladeA(page).getByText('2 photos', { exact: true })).toBeVisible()

  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link')).toHaveText([
    'Turbines',
    'Findings',
    /^Inspections/,
  ])
  await page.goto('/dashboard/users')
  await expect(page.getByRole('heading', { name: 'Unauthorized access' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the turbine list' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'Karaburun 4' })
  await expect(card).toContainText('photos2')
  await expect(page.getByRole('button', { name: /^(Add|Edit|Delete) turbine/ })).toHaveCount(0)
})

test('the day of an operator: uploads and views photos, and keeps unsaved work after the session was lost', {
  tag: '@core',
}, async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  await signInByForm(page, kanat.operator)
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  await page.getByRole('button', { name: 'Blade A, Tip-WW, no photos' }).click()
  await stage(page, ['a.jpg', 'b.jpg'])
  await bladeA(page).getByRole('button', { name: 'Upload 2 files' }).click()
  await expect(page.getByText('2 photos saved.')).toBeVisible()
  await opener(page, 'a.jpg').click()
  await expect(lightboxOf(page).getByText('Tip-WW')).toBeVisible()
  await expect(lightboxOf(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(lightboxOf(page).getByRole('heading', { level: 2, name: 'b.jpg' })).toBeVisible()
  await expect(lightboxOf(page).getByRole('button', { name: 'Delete photo' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(lightboxOf(page)).toBeHidden()

  await switchLanguage(page)
  await stage(page, ['c.jpg'])
  await expect(bladeA(page).getByText('1 dosya yüklenmeyi bekliyor')).toBeVisible()
  await endSessionOnServer(page)
  await bladeA(page).getByRole('button', { name: '1 dosyayı yükle' }).click()
  await expect(page.getByText('Oturumunuzun süresi doldu. Lütfen tekrar giriş yapın.')).toBeVisible()
  await sendSignInForm(page, kanat.operator)
  await expect(bladeA(page).getByText('1 dosya yüklenmeyi bekliyor')).toBeVisible()
  await bladeA(page).getByRole('button', { name: '1 dosyayı yükle' }).click()
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await expect(opener(page, name)).toBeVisible()
  await signOut(page)
  await expect(page).toHaveURL('/')
})
