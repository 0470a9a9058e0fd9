import type { Page } from '@playwright/test'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

/** @see https://www.w3.org/TR/WCAG22/#text-spacing */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em }'

test.use({
  // For the style sheet of the text spacing, as an extension of the browser adds it.
  bypassCSP: true,
  launchOptions: [
    async ({ launchOptions }, use) => {
      const { args = [] } = launchOptions
      await use({ ...launchOptions, args: [...args, '--blink-settings=defaultFontSize=24'] })
    },
    { scope: 'worker' },
  ],
})

/** The texts of cards that are not seen whole. */
async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('li[data-row]')].flatMap((card) => {
      const edge = card.getBoundingClientRect()
      return [...card.querySelectorAll('h2, p, dt, dd')]
        .filter((text) => {
          const box = text.getBoundingClientRect()
          const isCut =
            text.scrollWidth > text.clientWidth + 1 && getComputedStyle(text).overflowX !== 'visible'
          return isCut || box.right > edge.right + 1 || box.bottom > edge.bottom + 1
        })
        .map((text) => text.textContent ?? '')
    }),
  )
}

test.beforeEach(({ page }) => storeLanguage(page, 'tr'))

for (const width of [853, 1440]) {
  test(`cards show whole names, places and figures in large type at ${width} px`, async ({ page, kanat }) => {
    await page.setViewportSize({ width, height: 900 })
    await signIn(page, kanat.superadmin)
    await expect(page.getByRole('link', { name: 'Karaburun 4' })).toBeVisible()
    await expect(page.locator('html')).toHaveCSS('font-size', '24px')
    await expect.poll(() => cutTexts(page)).toEqual([])
    await page.addStyleTag({ content: TEXT_SPACING })
    await page.setViewportSize({ width: width - 1, height: 900 })
    await expect.poll(() => cutTexts(page)).toEqual([])
  })
}
