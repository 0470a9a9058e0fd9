import { expectNoViolations } from './axe.ts'
import { expect, storeLanguage } from './kanat.ts'
import { test } from './public-site.ts'

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the public pages, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((chosen) => localStorage.setItem('kanat.theme', chosen), theme)
    // The server shows this page only after an internal error.
    await page.route('**/broken', (route) => route.fulfill({ status: 500, path: 'dist/500.html' }))
    await page.goto('/')
    for (const path of ['', '/about', '/contact', '/faq', '/privacy', '/nothing', '/broken']) {
      for (const [language, prefix] of [
        ['tr', ''],
        ['en', '/en'],
      ] as const) {
        await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
        await page.goto(`${prefix}${path}` || '/')
        // The chat button appears after a second. While it appears, axe could find it without its name.
        await expect(page.getByRole('link', { name: /WhatsApp/ })).toBeVisible()
        await expectNoViolations(page)
      }
    }
  })

  test(`axe finds nothing in form errors, opened answers and an empty search, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((chosen) => localStorage.setItem('kanat.theme', chosen), theme)
    await storeLanguage(page, 'tr')
    await page.goto('/contact')
    await page.getByLabel('E-posta').fill('yanlış')
    await page.getByRole('button', { name: 'Gönder' }).click()
    await expect(page.getByText('Adınızı yazın.')).toBeVisible()
    await expectNoViolations(page)

    await page.goto('/faq')
    for (const question of await page.getByRole('main').getByRole('heading', { level: 3 }).all())
      await question.click()
    await expectNoViolations(page)
    await page.goto('/faq?q=zeppelin')
    await expect(page.getByText('Aradığınız soru bulunamadı')).toBeVisible()
    await expectNoViolations(page)
  })
}
