import { expect, type Page } from '@playwright/test'
import { PUBLIC_PAGES } from '../public-pages.ts'
import { test } from './public-site.ts'

for (const { path, language } of PUBLIC_PAGES) {
  test(`${path} prints black on white, with all answers open and without controls`, async ({
    browser,
    baseURL,
  }) => {
    const page = await browser.newPage({ baseURL: baseURL ?? '', locale: language })
    await page.addInitScript(() => localStorage.setItem('kanat.theme', 'dark'))
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.emulateMedia({ media: 'print' })

    for (const selector of ['nav', 'button', '.button', 'form', 'search', 'select', '[data-chat-button]'])
      await expect(page.locator(selector).filter({ visible: true }), selector).toHaveCount(0)
    for (const answer of await page.locator('details').all()) {
      await expect(answer).not.toHaveAttribute('open')
      await expect(answer.locator('.prose > *').first()).toBeVisible()
      expect((await answer.locator('.prose > *').last().boundingBox())?.height).toBeGreaterThan(10)
    }
    expect(await colorsOnPaper(page)).toEqual({ inks: ['rgb(0, 0, 0)'], grounds: [] })
    await page.close()
  })
}

/** The colours of all texts and of all painted backgrounds. */
function colorsOnPaper(page: Page): Promise<{ inks: string[]; grounds: string[] }> {
  return page.evaluate(() => {
    const inks = new Set<string>()
    const grounds = new Set<string>()
    for (const element of document.querySelectorAll<HTMLElement>('html, body, body *')) {
      if (!element.checkVisibility() || element.closest('svg, picture')) continue
      const { color, backgroundColor, backgroundImage } = getComputedStyle(element)
      if (element.innerText) inks.add(color)
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') grounds.add(backgroundColor)
      if (backgroundImage !== 'none') grounds.add(backgroundImage)
    }
    return { inks: [...inks], grounds: [...grounds] }
  })
}
