import type { Locator, Page } from '@playwright/test'
import { addRecord } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { agreeToDiscard, expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const field = (dialog: Locator, name: string) => dialog.getByRole('textbox', { name, exact: true })
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

async function openCompanies(page: Page) {
  await page.getByRole('navigation', { name: 'Sayfalar' }).getByRole('link', { name: 'Şirketler' }).click()
  await expect(page.getByRole('heading', { name: 'Şirketler', level: 1 })).toBeVisible()
}

test('a superadmin adds, edits and deletes a company', async ({ page, kanat }) => {
  provoke(page, 409)
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin)
  await openCompanies(page)
  await expect(page.getByText('2 şirket')).toBeVisible()

  await page.getByRole('button', { name: 'Şirket ekle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Şirket ekle', exact: true })
  await dialog.getByRole('button', { name: 'Şirket ekle' }).click()
  await expect(field(dialog, 'Şirket adı')).toHaveAccessibleDescription('Şirket adı gereklidir')
  await field(dialog, 'Şirket adı').fill(' bora ENERJİ ')
  await dialog.getByRole('button', { name: 'Şirket ekle' }).click()
  await expect(field(dialog, 'Şirket adı')).toHaveAccessibleDescription(/^Tekrar Eden Kayıt/)
  await field(dialog, 'Şirket adı').fill('Poyraz Enerji')
  await field(dialog, 'Adres').fill('Alsancak\nİzmir')
  await dialog.getByRole('button', { name: 'Şirket ekle' }).click()
  await expect(page.getByText('Başarılı')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Poyraz Enerji')).toContainText('0 türbin')

  await page.getByRole('button', { name: 'Poyraz Enerji şirketini düzenle' }).click()
  const edit = page.getByRole('dialog', { name: 'Şirketi düzenle' })
  await expect(field(edit, 'Adres')).toHaveValue('Alsancak\nİzmir')
  await field(edit, 'Şirket adı').fill('Poyraz Rüzgâr')
  await edit.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Poyraz Rüzgâr güncellendi.')).toBeVisible()

  await page.getByRole('button', { name: 'Poyraz Rüzgâr şirketini sil' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Şirketi sil' })
  await expect(confirm).toContainText('Poyraz Rüzgâr şirketi ve fotoğrafları silinecek')
  await confirm.getByRole('button', { name: 'Şirketi sil' }).click()
  await expect(page.getByText('Poyraz Rüzgâr ve fotoğrafları silindi.')).toBeVisible()
  await expect(card(page, 'Poyraz Rüzgâr')).toHaveCount(0)
})

test('a company with turbines and users is not deleted, but links to them', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin, '/dashboard/companies')
  await page.getByRole('button', { name: 'Bora Enerji şirketini sil' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('2 türbin ve 3 kullanıcı önce silinmeli')
  await expect(dialog.getByRole('button', { name: 'Şirketi sil' })).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: '2 türbini göster' })).toHaveAttribute(
    'href',
    /^\/dashboard\?company=\d+$/,
  )
  await dialog.getByRole('link', { name: '3 kullanıcıyı göster' }).click()
  await expect(page.getByRole('heading', { name: 'Kullanıcılar', level: 1 })).toBeVisible()
  await expect(page.getByText('3 sonuç')).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Lodos Rüzgâr şirketini sil' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('1 türbin önce silinmeli')
})

test('a company without users or turbines is a filter that finds nothing', async ({ page, kanat }) => {
  const { id } = await addRecord(page.request, kanat.superadmin, '/api/companies', {
    name: 'Poyraz Rüzgâr',
  })
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin)
  const company = page.getByRole('combobox', { name: 'Şirket' })
  for (const [path, none] of [
    ['/dashboard/users', 'Kullanıcı bulunamadı'],
    ['/dashboard', 'Türbin bulunamadı'],
  ] as const) {
    for (const [filter, name] of [
      [id, 'Poyraz Rüzgâr'],
      [9999, 'Bilinmeyen şirket'],
    ] as const) {
      await page.goto(`${path}?company=${filter}`)
      await expect(page.getByRole('heading', { name: none })).toBeVisible()
      await expect(company.getByRole('option', { name })).toHaveJSProperty('selected', true)
    }
    await page.getByRole('main').getByRole('button', { name: 'Filtreleri temizle' }).last().click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { name: none })).toHaveCount(0)
  }
})

test('search and view are in the address, and Escape resets the form', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  await signIn(page, kanat.superadmin, '/dashboard/companies?q=lodos&view=list')
  await expect(page.getByRole('textbox', { name: 'Search companies' })).toHaveValue('lodos')
  await expect(page.getByText('1 result')).toBeVisible()
  await page.getByRole('button', { name: 'Lodos Rüzgâr', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit company' })
  await field(dialog, 'Phone').fill('1')
  await page.keyboard.press('Escape')
  await agreeToDiscard(page)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Lodos Rüzgâr', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(dialog, 'Phone')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('textbox', { name: 'Search companies' }).fill('zeppelin')
  await expect(page.getByRole('heading', { name: 'No company found' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click()
  await expect(page).toHaveURL('/dashboard/companies?view=list')
})
