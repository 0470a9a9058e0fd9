import { expect, type Page } from '@playwright/test'
import { PUBLIC_PAGES } from '../public-pages.ts'
import { test } from './public-site.ts'

/** Every heading, sentence and term of the page, except the form and the search, which need a script. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    for (const answer of document.querySelectorAll('details')) answer.open = true
    const isRead = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('form, search, [role=status], noscript')
    return [
      ...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, li, dt, dd, th, td, figcaption, summary'),
    ]
      .filter(isRead)
      .map((element) => element.innerText.trim())
      .filter(Boolean)
  })
}

for (const { path, language } of PUBLIC_PAGES) {
  test(`${path} has the same text without script`, async ({ browser, baseURL }) => {
    const options = { baseURL: baseURL ?? '', locale: language }
    const page = await browser.newPage(options)
    await page.goto(path, { waitUntil: 'networkidle' })
    const texts = await textsOf(page)
    expect(texts.length).toBeGreaterThan(10)
    await page.close()

    const plain = await browser.newPage({ ...options, javaScriptEnabled: false })
    await plain.goto(path)
    const plainTexts = await textsOf(plain)
    expect(texts.filter((text) => !plainTexts.includes(text))).toEqual([])
    await plain.close()
  })
}
