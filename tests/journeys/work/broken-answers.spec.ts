import type { Page } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, lightboxOf, signIn, storeLanguage, test } from '../support/kanat.ts'

const PHOTOS = '**/api/turbines/*/photos*'

async function openTurbine(page: Page) {
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Karaburun 4' })).toBeVisible()
}

test('a session that ends while photos load leads to sign-in and back', async ({ page, kanat }) => {
  provoke(page, 403)
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin)
  await page.route(PHOTOS, (route) =>
    route.fulfill({ status: 403, json: { success: false, error: 'forbidden', message: 'Yetkiniz yok.' } }),
  )
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Oturumunuzun süresi doldu. Lütfen tekrar giriş yapın.')).toBeVisible()
  await page.unroute(PHOTOS)
  await page.getByLabel('E-posta').fill(kanat.admin.email)
  await page.getByLabel('Şifre', { exact: true }).fill(kanat.admin.password)
  await page.getByRole('button', { name: 'Giriş Yap' }).click()
  await expect(page).toHaveURL(/\/dashboard\/turbine\/1$/)
})

test('a picture that is refused without a session leads to the sign-in page', async ({ page, kanat }) => {
  provoke(page, 401)
  await storeLanguage(page, 'en')
  await signIn(page, kanat.operator)
  await openTurbine(page)
  const block = page.getByRole('region', { name: 'Blade A' })
  // So wide that the lightbox needs a larger picture than the tile, which has loaded its own.
  const bytes = await jpeg({ width: 2600, height: 900 })
  await block
    .getByLabel('Choose photos for blade A')
    .setInputFiles({ name: 'one.jpg', mimeType: 'image/jpeg', buffer: bytes })
  await block.getByRole('button', { name: 'Upload 1 file' }).click()
  const thumbnail = block.getByRole('button', { name: 'Open one.jpg' }).locator('img')
  await expect
    .poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)

  await page.context().clearCookies({ name: 'session' })
  // It uses the keyboard, because the page may leave the screen before Playwright has the position for a click.
  await block.getByRole('button', { name: 'Open one.jpg' }).press('Enter')
  await expect(page).toHaveURL(/\/login/)
  await expect(lightboxOf(page)).toBeHidden()
})
