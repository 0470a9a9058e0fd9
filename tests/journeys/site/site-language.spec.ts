import type { Browser, BrowserContext } from '@playwright/test'
import { expect } from '@playwright/test'
import { TWIN_PAGES } from '../../support/public-pages.ts'
import { provoke } from '../support/console-errors.ts'
import { test } from '../support/public-site.ts'

/** A browser whose user reads this language. It does not load pictures, fonts and islands, because the script is in the page. */
async function openBrowser(browser: Browser, baseURL = '', locale: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, locale })
  provoke(context, 'network')
  await context.route(/\/_astro\/.+\.(avif|webp|jpg|svg|woff2|js)$/, (route) => route.abort())
  return context
}

const choose = (language: string) => localStorage.setItem('kanat.language', language)

// A test of the built pages proves that every page has the same script and knows its translation.
for (const { path, twin, language } of TWIN_PAGES.filter(({ path }) => path.endsWith('/about'))) {
  const other = language === 'tr' ? 'en' : 'tr'
  const toPath = language === 'tr' ? 'Türkçe' : 'English'
  const toTwin = language === 'tr' ? 'English' : 'Türkçe'

  test(`${path} is shown to readers of ${language}, and its translation to all others`, {
    tag: language === 'tr' ? '@core' : [],
  }, async ({ browser, baseURL }) => {
    const reader = await openBrowser(browser, baseURL, language)
    const page = await reader.newPage()
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expect(page.locator('html')).toHaveAttribute('lang', language)

    // The page follows a choice made in another tab and remembers it.
    const tab = await reader.newPage()
    await tab.goto('/robots.txt')
    await tab.evaluate(choose, other)
    await expect(page).toHaveURL(twin)
    await expect(page.locator('html')).toHaveAttribute('lang', other)
    await page.goto(path)
    await expect(page).toHaveURL(twin)

    // Its own choice is stored for the other tabs.
    await page.getByRole('link', { name: toPath }).click()
    await expect(page).toHaveURL(path)
    await expect.poll(() => tab.evaluate(() => localStorage.getItem('kanat.language'))).toBe(language)
    await reader.close()

    const stranger = await openBrowser(browser, baseURL, other)
    const visit = await stranger.newPage()
    await visit.goto(path)
    await expect(visit).toHaveURL(twin)
    await expect(visit.locator('html')).toHaveAttribute('lang', other)
    await visit.evaluate(choose, language)
    await visit.goto(path)
    await expect(visit).toHaveURL(path)
    await stranger.close()
  })

  test(`${path} does not redirect and is readable if storage is forbidden`, async ({ browser, baseURL }) => {
    const context = await openBrowser(browser, baseURL, other)
    await context.addInitScript(forbidStorage)
    const page = await context.newPage()
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await page.getByRole('link', { name: toTwin }).click()
    await expect(page).toHaveURL(twin)
    await context.close()
  })
}

test('a page of both languages has that of the user or the browser', async ({ browser, baseURL }) => {
  for (const { locale, stored, said } of [
    { locale: 'tr-TR', said: 'Sayfa bulunamadı' },
    { locale: 'de-DE', said: 'Page not found' },
    { locale: 'en-GB', stored: 'tr', said: 'Sayfa bulunamadı' },
    { locale: 'en-GB', stored: 'forbidden', said: 'Sayfa bulunamadı' },
  ]) {
    const context = await openBrowser(browser, baseURL, locale)
    if (stored === 'forbidden') await context.addInitScript(forbidStorage)
    const page = await context.newPage()
    // In the page, because the empty page that a tab begins with has no storage.
    if (stored && stored !== 'forbidden') await page.addInitScript(choose, stored)
    provoke(page, 404)
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
