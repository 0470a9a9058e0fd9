import { expect } from '@playwright/test'
import { PUBLIC_PAGES } from '../public-pages.ts'
import { test } from './public-site.ts'

for (const { path, twin, language } of PUBLIC_PAGES) {
  const other = language === 'tr' ? 'en' : 'tr'

  test.describe(path, () => {
    test(`is shown to readers of ${language}, and its translation to readers who chose ${other} before`, async ({
      browser,
      baseURL,
    }) => {
      const context = await browser.newContext({ baseURL: baseURL ?? '', locale: language })
      const page = await context.newPage()
      await page.goto(path)
      await expect(page).toHaveURL(path)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), other)
      await page.goto(path)
      await expect(page).toHaveURL(twin)
      await expect(page.locator('html')).toHaveAttribute('lang', other)
      await context.close()
    })

    test(`redirects readers of ${other} to its translation, unless they chose ${language}`, async ({
      browser,
      baseURL,
    }) => {
      const context = await browser.newContext({ baseURL: baseURL ?? '', locale: other })
      const page = await context.newPage()
      await page.goto(path)
      await expect(page).toHaveURL(twin)
      await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
      await page.goto(path)
      await expect(page).toHaveURL(path)
      await context.close()
    })

    test('follows the choice made in another tab, and stores its own', async ({ browser, baseURL }) => {
      const context = await browser.newContext({ baseURL: baseURL ?? '', locale: language })
      const page = await context.newPage()
      const tab = await context.newPage()
      await page.goto(path)
      await tab.goto('/nothing')
      await tab.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), other)
      await expect(page).toHaveURL(twin)

      await page.getByRole('link', { name: language === 'tr' ? 'Türkçe' : 'English' }).click()
      await expect(page).toHaveURL(path)
      expect(await tab.evaluate(() => localStorage.getItem('kanat.language'))).toBe(language)
      await context.close()
    })

    test('does not redirect and is readable if storage is forbidden', async ({ browser, baseURL }) => {
      const context = await browser.newContext({ baseURL: baseURL ?? '', locale: other })
      await context.addInitScript(forbidStorage)
      const page = await context.newPage()
      await page.goto(path)
      await expect(page).toHaveURL(path)
      await page.getByRole('link', { name: other === 'tr' ? 'Türkçe' : 'English' }).click()
      await expect(page).toHaveURL(twin)
      await context.close()
    })
  })
}

test('a page for both languages uses the chosen language, otherwise the browser’s, and Turkish if storage is forbidden', async ({
  browser,
  baseURL,
}) => {
  for (const { locale, stored, said } of [
    { locale: 'tr-TR', said: 'Sayfa bulunamadı' },
    { locale: 'de-DE', said: 'Page not found' },
    { locale: 'en-GB', stored: 'tr', said: 'Sayfa bulunamadı' },
    { locale: 'en-GB', stored: 'forbidden', said: 'Sayfa bulunamadı' },
  ]) {
    const context = await browser.newContext({ baseURL: baseURL ?? '', locale })
    if (stored === 'forbidden') await context.addInitScript(forbidStorage)
    else if (stored)
      await context.addInitScript((chosen) => localStorage.setItem('kanat.language', chosen), stored)
    const page = await context.newPage()
    await page.goto('/nothing')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(said, { useInnerText: true })
    await context.close()
  }
})

function forbidStorage(): void {
  Object.defineProperty(window, 'localStorage', {
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
}
