import { expect } from '@playwright/test'
import { PUBLIC_PAGES } from '../public-pages.ts'
import { findCutOff, prepareLayoutChecks } from './layout.ts'
import { test } from './public-site.ts'

/** A window of 1280 px has 320 px at a zoom of 400 %. The panel shows its notice up to 768 px, and above it the sign-in page. */
const WIDTHS = [280, 320, 358, 390, 768, 769, 1024, 1440, 2560]
/** @see https://www.w3.org/TR/WCAG22/#target-size-minimum */
const TARGET_PX = 24

const PAGES = [
  ...PUBLIC_PAGES.map(({ path, language }) => ({ path, language })),
  ...(['tr', 'en'] as const).flatMap((language) =>
    ['/nothing', '/broken', '/login'].map((path) => ({ path, language })),
  ),
]

for (const { path, language } of PAGES) {
  test(`${path} fits every window from 280 px up, ${language}`, async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL: baseURL ?? '', locale: language, reducedMotion: 'reduce' })
    await prepareLayoutChecks(page)
    // The server shows this page only after an internal error.
    await page.route('**/broken', (route) => route.fulfill({ status: 500, path: 'dist/500.html' }))
    await page.goto(path, { waitUntil: 'networkidle' })
    for (const answer of await page.locator('summary').all()) await answer.click()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.poll(() => findCutOff(page), `${width} px`).toEqual([])
    }
    await page.close()
  })
}

test('the links of the header are large enough in a window of 280 px', async ({ page }) => {
  await page.setViewportSize({ width: 280, height: 653 })
  for (const { path, language } of PUBLIC_PAGES) {
    await page.goto('/nothing')
    await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
    await page.goto(path)
    const links = page.getByRole('banner').getByRole('link')
    for (const link of await links.filter({ visible: true }).all()) {
      const box = await link.boundingBox()
      if (!box || (await link.getAttribute('href')) === '#content') continue
      expect(box.width, path).toBeGreaterThanOrEqual(TARGET_PX)
      expect(box.height, path).toBeGreaterThanOrEqual(TARGET_PX)
    }
  }
})
