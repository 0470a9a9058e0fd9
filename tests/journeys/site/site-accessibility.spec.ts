import type { Page } from '@playwright/test'
import { PUBLIC_PAGES } from '../../support/public-pages.ts'
import { expectNoViolations, expectNoViolationsInThemes } from '../support/axe.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, storeLanguage } from '../support/kanat.ts'
import { test } from '../support/public-site.ts'

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

// The chat button appears after a second. While it appears, axe could find it without its name.
const chatButton = (page: Page) => page.getByRole('link', { name: /WhatsApp/ })

for (const { path, language } of PUBLIC_PAGES) {
  test(`axe finds nothing on ${path}`, { tag: ['/', '/en/contact'].includes(path) ? '@core' : [] }, async ({
    page,
  }) => {
    await storeLanguage(page, language)
    await page.goto(path)
    await expect(chatButton(page)).toBeVisible()
    await expectNoViolationsInThemes(page)
  })
}

for (const path of ['/nothing', '/broken']) {
  test(`axe finds nothing on ${path}, in both languages and themes`, async ({ page }) => {
    provoke(page, 404, 500)
    // The server shows this page only after an internal error.
    await page.route('**/broken', (route) => route.fulfill({ status: 500, path: 'dist/500.html' }))
    await page.goto('/robots.txt')
    for (const [language, theme] of [
      ['tr', 'light'],
      ['en', 'dark'],
    ]) {
      await page.evaluate((chosen) => Object.assign(localStorage, chosen), {
        'kanat.language': language,
        'kanat.theme': theme,
      })
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme as string)
      await expect(chatButton(page)).toBeVisible()
      await expectNoViolations(page)
    }
  })
}

test('axe finds nothing in form errors, opened answers and an empty search', async ({ page }) => {
  await storeLanguage(page, 'tr')
  await page.goto('/contact')
  await expect(page.getByRole('button', { name: 'Gönder' })).toBeEnabled()
  await page.getByLabel('E-posta').fill('yanlış')
  await page.getByRole('button', { name: 'Gönder' }).click()
  await expect(page.getByText('Adınızı yazın.')).toBeVisible()
  await expectNoViolationsInThemes(page)

  await page.goto('/faq')
  for (const question of await page.getByRole('main').getByRole('heading', { level: 3 }).all())
    await question.click()
  await expectNoViolationsInThemes(page)
  await page.goto('/faq?q=zeppelin')
  await expect(page.getByText('Aradığınız soru bulunamadı')).toBeVisible()
  await expectNoViolationsInThemes(page)
})
