import { expect, storeLanguage } from '../support/kanat.ts'
import { test } from '../support/public-site.ts'
import { findTranslated, translatePages } from '../support/translator.ts'

for (const path of ['/', '/about', '/contact', '/faq', '/product', '/demo']) {
  test(`a browser that translates ${path} leaves its islands alone, which React would render again`, async ({
    page,
  }) => {
    await storeLanguage(page, 'tr')
    await translatePages(page)
    await page.goto(path)
    await expect.poll(async () => (await findTranslated(page)).length).toBeGreaterThan(5)
    // React writes an error to the console, which fails the test, if an island differs from its HTML.
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  })
}
