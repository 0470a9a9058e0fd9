import type { Locator, Page } from '@playwright/test'
import { provoke } from '../support/console-errors.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const field = (dialog: Locator, name: string) => dialog.getByRole('textbox', { name, exact: true })
// A password field has no role; the label of a required field ends with a star.
const PASSWORD = /^Şifre( \*)?$/
const NEW_PASSWORD = /^Yeni şifre( \*)?$/
const REPEATED = /^Yeni şifre \(tekrar\)( \*)?$/
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('a superadmin adds a user, changes the password, deactivates and deletes the user', async ({
  page,
  kanat,
  request,
}) => {
  provoke(page, 400, 409)
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin)
  await page.getByRole('link', { name: 'Kullanıcılar' }).click()
  await page.getByRole('button', { name: 'Kullanıcı ekle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kullanıcı ekle', exact: true })
  const add = dialog.getByRole('button', { name: 'Kullanıcı ekle' })
  await add.click()
  await expect(field(dialog, 'Ad')).toHaveAccessibleDescription('Tüm alanları doldurun')
  await expect(dialog.getByText('Şirket seçin')).toBeVisible()
  await expect(dialog.getByRole('radio')).toHaveCount(3)
  await expect(dialog.getByRole('radio', { name: 'Müşteri' })).toHaveAccessibleDescription(
    'Kendi şirketinde: türbinleri, fotoğrafları, bulguları ve raporları görür; yorum yazar.',
  )

  await field(dialog, 'Ad').fill('İdil')
  await field(dialog, 'Soyad').fill('Işık')
  await field(dialog, 'E-posta').fill(kanat.admin.email.toUpperCase())
  await dialog.getByLabel(PASSWORD).fill('12345')
  await dialog.getByRole('combobox', { name: 'Şirket' }).fill('lodos')
  await page.getByRole('option', { name: 'Lodos Rüzgâr' }).click()
  await dialog.getByRole('radio', { name: 'Yönetici' }).click()
  await add.click()
  await expect(dialog.getByText('Şifre en az 6 karakter olmalı')).toBeVisible()
  await dialog.getByLabel(PASSWORD).fill('kanat123')
  await add.click()
  await expect(dialog.getByText('Şifre, ürünün veya şirketin adı olamaz.')).toBeVisible()
  await dialog.getByLabel(PASSWORD).fill('yelkovan')
  await add.click()
  await expect(dialog.getByText('Bu e-posta adresiyle bir kullanıcı zaten var.')).toBeVisible()
  await field(dialog, 'E-posta').fill('idil@lodos.example')
  await add.click()
  await expect(page.getByText('İdil Işık eklendi.')).toBeVisible()
  for (const words of ['Yönetici', 'Lodos Rüzgâr', 'Aktif', 'Hiç giriş yapmadı'])
    await expect(row(page, 'idil@lodos.example')).toContainText(words)

  await page.getByRole('button', { name: 'İdil Işık kullanıcısının şifresini değiştir' }).click()
  const password = page.getByRole('dialog', { name: 'Şifre değiştir' })
  const save = password.getByRole('button', { name: 'Kaydet' })
  await save.click()
  await expect(password.getByText('Yeni şifre gereklidir')).toBeVisible()
  await password.getByLabel(NEW_PASSWORD).fill('rüzgârgülü')
  await password.getByLabel(REPEATED).fill('rüzgargülü')
  await save.click()
  await expect(password.getByText('Şifreler eşleşmiyor')).toBeVisible()
  for (const label of [NEW_PASSWORD, REPEATED]) await password.getByLabel(label).fill('İdil.1990')
  await save.click()
  await expect(password.getByText('Şifre, kullanıcının kendi adı')).toBeVisible()
  for (const label of [NEW_PASSWORD, REPEATED]) await password.getByLabel(label).fill('rüzgârgülü')
  await save.click()
  await expect(page.getByText('İdil Işık kullanıcısının şifresi değiştirildi.')).toBeVisible()

  const account = { email: 'idil@lodos.example', password: 'rüzgârgülü' }
  const answer = await request.post('/api/auth/login', { data: account })
  expect(answer.status()).toBe(200)

  await page.getByRole('button', { name: 'İdil Işık', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Kullanıcıyı düzenle' })
  await field(edit, 'Soyad').fill(' ')
  await edit.getByRole('button', { name: 'Kaydet' }).click()
  await expect(edit.getByText('Tüm alanlar gereklidir')).toBeVisible()
  await field(edit, 'Soyad').fill('Işıl')
  await edit.getByRole('switch', { name: 'Hesap' }).click()
  await edit.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('İdil Işıl güncellendi.')).toBeVisible()
  await expect(row(page, 'İdil Işıl')).toContainText('Pasif')
  await expect(row(page, 'İdil Işıl')).not.toContainText('Hiç giriş yapmadı')

  await page.getByRole('button', { name: 'İdil Işıl kullanıcısını sil' }).click()
  const confirm = page.getByRole('alertdialog')
  await expect(confirm).toContainText('adıyla birlikte kalır')
  await confirm.getByRole('button', { name: 'Kullanıcıyı sil' }).click()
  await expect(page.getByText('İdil Işıl silindi.')).toBeVisible()
  await expect(row(page, 'idil@lodos.example')).toHaveCount(0)
})

test('an admin edits and deletes users of their company, but cannot add users', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  await signIn(page, kanat.admin)
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByText('3 users')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add user' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Change the password/ })).toHaveCount(0)
  await expect(row(page, kanat.admin.email).getByRole('button', { name: /^Delete/ })).toHaveCount(0)

  await row(page, kanat.operator.email)
    .getByRole('button', { name: /^Edit user/ })
    .click()
  const edit = page.getByRole('dialog', { name: 'Edit user' })
  await expect(edit.getByRole('combobox', { name: 'Company' })).toHaveCount(0)
  await field(edit, 'First name').fill('Deniz')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, kanat.operator.email)).toContainText('Deniz Yel')
  await row(page, kanat.customer.email)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click()
  await expect(page.getByText('2 users')).toBeVisible()
})

test('the protected user has no actions, filters are in the address, and arrow keys move between rows', async ({
  page,
  kanat,
}) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin, '/dashboard/users')
  await expect(row(page, kanat.superadmin.email)).toContainText('Ada Yel (siz)')
  await expect(row(page, kanat.superadmin.email).getByRole('button')).toHaveCount(0)

  await page.getByRole('combobox', { name: 'Rol' }).selectOption('Operatör')
  await expect(page).toHaveURL('/dashboard/users?role=operator')
  await page.reload()
  await expect(page.getByText('1 sonuç')).toBeVisible()
  await page.getByRole('textbox', { name: 'Kullanıcı ara' }).fill('zeppelin')
  await expect(page.getByRole('heading', { name: 'Kullanıcı bulunamadı' })).toBeVisible()
  await page.getByRole('button', { name: 'Filtreleri temizle' }).last().click()
  await expect(page).toHaveURL('/dashboard/users')
  await expect(page.getByRole('textbox', { name: 'Kullanıcı ara' })).toHaveValue('')

  const rows = page.getByRole('row')
  await rows.nth(1).getByRole('button').or(rows.nth(1).getByRole('link')).first().focus()
  await expect(rows.nth(1).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(2).locator(':focus')).toHaveCount(1)
})
