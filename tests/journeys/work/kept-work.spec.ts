import type { Page } from '@playwright/test'
import { type Account, jpeg } from '../../support/builders.ts'
import { provoke } from '../support/console-errors.ts'
import {
  agreeToDiscard,
  endSessionOnServer,
  expect,
  sendSignInForm,
  signIn,
  storeLanguage,
  test,
} from '../support/kanat.ts'

async function openTurbine(page: Page, account: Account) {
  await storeLanguage(page, 'tr')
  await signIn(page, account)
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  return page.getByRole('region', { name: 'Kanat A' })
}

async function stage(page: Page, names: string[]) {
  const block = page.getByRole('region', { name: 'Kanat A' })
  const buffer = await jpeg({ width: 300, height: 200 })
  const files = names.map((name) => ({ name, mimeType: 'image/jpeg', buffer }))
  await block.getByLabel('Kanat A için fotoğraf seç').setInputFiles(files)
  await expect(block.getByText(`${names.length} dosya yüklenmeyi bekliyor`)).toBeVisible()
}

test('staged files are there again after the session was lost, and can be uploaded', async ({
  page,
  kanat,
}) => {
  const block = await openTurbine(page, kanat.admin)
  await page.getByRole('button', { name: 'Kanat A, Mid-WW, fotoğraf yok' }).click()
  await stage(page, ['a.jpg', 'b.jpg'])
  await endSessionOnServer(page)
  await block.getByRole('button', { name: '2 dosyayı yükle' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Oturumunuzun süresi doldu. Lütfen tekrar giriş yapın.')).toBeVisible()
  await expect(page.getByText(/kaydedilmemiş çalışmanız/i)).toBeVisible()

  // A user who signs in between does not see them.
  await sendSignInForm(page, kanat.operator)
  await expect(block).toBeVisible()
  await expect(block.getByText(/yüklenmeyi bekliyor/)).toHaveCount(0)
  // A call that is still under way would find the session ended, and the page would go before it is asked.
  await page.goto('/robots.txt')
  await endSessionOnServer(page)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')

  await sendSignInForm(page, kanat.admin)
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  // The block shows another room now. The files still belong to the room for which they were staged.
  await expect(block.getByText('2 dosya yüklenmeyi bekliyor→Mid-WW')).toBeVisible()
  await expect(block.getByRole('img', { name: 'a.jpg' }).or(block.getByText('a.jpg')).first()).toBeVisible()
  await block.getByRole('button', { name: '2 dosyayı yükle' }).click()
  await page.getByRole('button', { name: 'Kanat A, Mid-WW, 2 fotoğraf' }).click()
  await expect(block.getByRole('button', { name: 'a.jpg fotoğrafını aç' })).toBeVisible()
  await expect(block.getByText(/yüklenmeyi bekliyor/)).toHaveCount(0)
})

test('a form that was filled in is open again after the session was lost, with what was typed', async ({
  page,
  kanat,
}) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin)
  const edit = page.getByRole('button', { name: 'Karaburun 4 türbinini düzenle' })
  await edit.click()
  const dialog = page.getByRole('dialog', { name: 'Türbini düzenle' })
  const code = dialog.getByRole('textbox', { name: 'Kod', exact: true })
  await code.fill('KRB-05')
  await dialog.getByRole('button', { name: 'Oda sayısı: artır' }).click()
  await endSessionOnServer(page)
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page).toHaveURL('/login')
  await sendSignInForm(page, kanat.superadmin)

  await expect(code).toHaveValue('KRB-05')
  await expect(dialog.getByRole('textbox', { name: 'Oda sayısı' })).toHaveValue('4')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('KRB-05')).toBeVisible()
  // Saved and cancelled changes are not kept.
  await edit.click()
  await code.fill('KRB-06')
  await page.keyboard.press('Escape')
  await agreeToDiscard(page)
  await expect(dialog).toBeHidden()
  await edit.click()
  await expect(code).toHaveValue('KRB-05')
})

test('the dialogs of companies and users are open again with what was typed, except a password', async ({
  page,
  kanat,
}) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin, '/dashboard/companies')
  await page.getByRole('button', { name: 'Bora Enerji şirketini düzenle' }).click()
  const company = page.getByRole('dialog', { name: 'Şirketi düzenle' })
  await company.getByRole('textbox', { name: 'Adres' }).fill('Alsancak')
  await endSessionOnServer(page)
  await company.getByRole('button', { name: 'Kaydet' }).click()
  await sendSignInForm(page, kanat.superadmin)
  await expect(company.getByRole('textbox', { name: 'Adres' })).toHaveValue('Alsancak')
  await company.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Bora Enerji güncellendi.')).toBeVisible()

  await page.getByRole('navigation').getByRole('link', { name: 'Kullanıcılar' }).click()
  await page.getByRole('button', { name: 'Kullanıcı ekle' }).click()
  const user = page.getByRole('dialog', { name: 'Kullanıcı ekle', exact: true })
  const typed = { Ad: 'İdil', Soyad: 'Işık', 'E-posta': 'idil@bora.example' }
  for (const [name, value] of Object.entries(typed)) {
    await user.getByRole('textbox', { name, exact: true }).fill(value)
  }
  await user.getByLabel(/^Şifre( \*)?$/).fill('yelkovan')
  await user.getByRole('combobox', { name: 'Şirket' }).fill('bora')
  await page.getByRole('option', { name: 'Bora Enerji' }).click()
  await user.getByRole('radio', { name: 'Operatör' }).click()
  await endSessionOnServer(page)
  await user.getByRole('button', { name: 'Kullanıcı ekle' }).click()
  await sendSignInForm(page, kanat.superadmin)

  for (const [name, value] of Object.entries(typed)) {
    await expect(user.getByRole('textbox', { name, exact: true })).toHaveValue(value)
  }
  await expect(user.getByRole('combobox', { name: 'Şirket' })).toHaveValue('Bora Enerji')
  await expect(user.getByRole('radio', { name: 'Operatör' })).toBeChecked()
  await expect(user.getByLabel(/^Şifre( \*)?$/)).toHaveValue('')
})

test('a lost network and another language lose neither files nor typed text', async ({ page, kanat }) => {
  provoke(page, 'network')
  const block = await openTurbine(page, kanat.superadmin)
  await stage(page, ['a.jpg'])
  await page.getByRole('button', { name: 'English' }).click()
  const blockInEnglish = page.getByRole('region', { name: 'Blade A' })
  await expect(blockInEnglish.getByText('1 file waiting to be uploaded')).toBeVisible()
  await page.getByRole('button', { name: 'Türkçe' }).click()

  await page.context().setOffline(true)
  await block.getByRole('button', { name: '1 dosyayı yükle' }).click()
  await expect(block.getByText('Bağlantı kesildi; 1 dosya bekliyor')).toBeVisible()
  await page.context().setOffline(false)
  await expect(block.getByRole('button', { name: 'a.jpg fotoğrafını aç' })).toBeVisible()

  await page.getByRole('navigation').getByRole('link', { name: 'Türbinler' }).click()
  await page.getByRole('button', { name: 'Karaburun 4 türbinini düzenle' }).click()
  const code = page.getByRole('dialog').getByRole('textbox', { name: /^(Kod|Code)$/ })
  await code.fill('KRB-05')
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit turbine' })).toBeVisible()
  await expect(code).toHaveValue('KRB-05')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Network error. Please check your connection.')
  await expect(code).toHaveValue('KRB-05')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('KRB-05')).toBeVisible()
})

test('the panel asks before the user leaves a form with unsaved changes', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin, '/dashboard/password')
  await page.getByRole('textbox', { name: 'Yeni şifre', exact: true }).fill('fırtına')
  await page.getByRole('navigation').getByRole('link', { name: 'Türbinler' }).click()
  const question = page.getByRole('alertdialog', { name: 'Kaydedilmemiş değişiklikler var' })
  await question.getByRole('button', { name: 'Sayfada kal' }).click()
  await expect(page.getByRole('textbox', { name: 'Yeni şifre', exact: true })).toHaveValue('fırtına')
})
