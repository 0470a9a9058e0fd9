import { jpeg } from '../../support/builders.ts'
import { expectAccessible } from '../support/axe.ts'
import { uploadPhotos } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, photoViewer, signIn, storeLanguage, test } from '../support/kanat.ts'
import { test as publicTest } from '../support/public-site.ts'

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
})

test('axe finds nothing in the list, the menu and a form with errors', async ({ page, kanat }) => {
  await signIn(page, kanat.superadmin, '/dashboard?view=list')
  await expect(page.getByRole('link', { name: 'Karaburun 4' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /hesap menüsü$/ }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expectAccessible(page, true)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)

  await page.getByRole('button', { name: 'Karaburun 4 türbinini düzenle' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Kod', exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog.getByText('Bu alan zorunludur.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'Durum' }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await expectAccessible(page, true)
})

test('axe finds nothing on the screens for a forgotten password', async ({ page }) => {
  await page.goto('/password-reset')
  await page.getByRole('button', { name: 'Yeni şifre gönder' }).click()
  await expect(page.getByText('E-posta adresi gereklidir')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox').fill('nobody@kanat.example')
  await page.getByRole('textbox').press('Enter')
  await page.getByRole('button', { name: 'Tekrar gönder' }).click()
  await expect(page.getByText(/^Yeniden istendi/)).toBeVisible()
  await expectAccessible(page)
})

test('axe finds nothing on the screens for a new password', async ({ page, kanat }) => {
  provoke(page, 403)
  await signIn(page, kanat.admin, '/dashboard/password')
  await page.getByRole('button', { name: 'Şifreyi değiştir' }).click()
  await expect(page.getByText('Yeni şifre gereklidir')).toBeVisible()
  await expectAccessible(page)

  await page.route('**/api/auth/validate-session', (route) =>
    route.fulfill({
      status: 403,
      json: { success: false, error: 'password_change_required', message: 'x' },
    }),
  )
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Şifreyi kaydet ve devam et' }).click()
  await expect(page.getByText('Yeni şifre gereklidir')).toBeVisible()
  await expectAccessible(page)
})

test('axe finds nothing in the cards, the filters and the dialogs of the dashboard', async ({
  page,
  kanat,
}) => {
  await signIn(page, kanat.superadmin, '/dashboard?city=izmir')
  const card = page.getByRole('listitem').filter({ hasText: 'Karaburun 4' })
  await card.hover()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Türbin ekle' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await card.getByRole('button', { name: /türbinini sil$/ }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
})

test('axe finds nothing on the page of a turbine', async ({ page, request, kanat }) => {
  await uploadPhotos(request, kanat.admin, ['a.jpg', 'b.jpg'])
  await uploadPhotos(request, kanat.admin, ['d.jpg'], { category: 'drone', blade: 'C' })
  await signIn(page, kanat.admin, '/dashboard/turbine/1?mode=full')
  const checkbox = page.getByRole('checkbox', { name: /^a\.jpg fotoğrafını seç/ })
  await checkbox.click()
  await expect(checkbox).toBeChecked()
  await expectAccessible(page)
  await page.goto('/dashboard/turbine/1?mode=simple')
  await expect(page.getByRole('heading', { name: /^360°/ })).toBeVisible()
  await expectAccessible(page)
})

publicTest('axe finds nothing on the sign-in page', async ({ page }) => {
  provoke(page, 429)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  await page.goto('/login')
  await expect(page.getByLabel('E-posta')).toBeVisible()
  await expectAccessible(page)
  await page.route('**/api/auth/login*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '600' },
      json: { success: false, error: 'too_many_requests', message: 'x' },
    }),
  )
  await page.getByLabel('E-posta').fill('ada@kanat.example')
  await page.getByLabel('Şifre').fill('rüzgâr')
  await page.getByLabel('Şifre').press('Enter')
  await expect(page.getByRole('timer')).toBeVisible()
  await page.getByRole('button', { name: 'Şifreyi göster' }).click()
  await expect(page.getByRole('button', { pressed: true })).toBeVisible()
  await expectAccessible(page)
})

test('axe finds nothing in staged photos, in the viewer and in the dialog before a deletion', async ({
  page,
  kanat,
}) => {
  await signIn(page, kanat.admin, '/dashboard/turbine/1')
  const block = page.getByRole('region', { name: 'Kanat A' })
  const buffer = await jpeg({ width: 1200, height: 800 })
  await block.getByLabel('Kanat A için fotoğraf seç').setInputFiles([
    { name: 'one.jpg', mimeType: 'image/jpeg', buffer },
    { name: 'iki kelime.jpg', mimeType: 'image/jpeg', buffer },
  ])
  await expect(block.getByText('iki kelime.jpg → iki_kelime.jpg')).toBeVisible()
  await expectAccessible(page)
  await block.getByRole('button', { name: 'Yeni adlarla ekle' }).click()
  await block.getByRole('button', { name: '2 dosyayı yükle' }).click()
  await block.getByRole('button', { name: 'one.jpg fotoğrafını aç' }).click()
  await expect(photoViewer(page)).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('i')
  await expect(photoViewer(page).getByRole('region', { name: 'Ayrıntılar' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Delete')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
})
