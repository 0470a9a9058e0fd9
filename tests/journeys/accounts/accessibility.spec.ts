import { expectAccessible } from '../support/axe.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'
import { test as publicTest } from '../support/public-site.ts'

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
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
