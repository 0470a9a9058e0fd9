import { expect, type Page } from '@playwright/test'
import { PUBLIC_PAGES } from '../../support/public-pages.ts'
import { test } from '../support/public-site.ts'

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
  test(`${path} has the same text without script, and prints black on white with all answers`, {
    tag: path === '/' ? '@core' : [],
  }, async ({ browser, baseURL }) => {
    const options = { baseURL: baseURL ?? '', locale: language }
    const page = await browser.newPage(options)
    await page.addInitScript(() => localStorage.setItem('kanat.theme', 'dark'))
    await page.goto(path, { waitUntil: 'networkidle' })
    await expectPrintable(page)
    await page.emulateMedia({ media: 'screen' })
    const texts = await textsOf(page)
    expect(texts.length).toBeGreaterThan(10)
    await page.close()

    const plain = await browser.newPage({ ...options, javaScriptEnabled: false })
    await plain.goto(path)
    // Controls that need a script are not shown.
    const main = plain.getByRole('main')
    await expect(main.getByRole('textbox').or(main.getByRole('combobox'))).toHaveCount(0)
    if (path.endsWith('/contact'))
      await expect(plain.getByText(/JavaScript açık olmalı|needs JavaScript/)).toBeVisible()
    for (const answer of await plain.locator('details').all()) {
      await expect(answer.locator('.prose')).toBeHidden()
      await answer.locator('summary').click()
      await expect(answer.locator('.prose')).toBeVisible()
    }
    const plainTexts = await textsOf(plain)
    expect(texts.filter((text) => !plainTexts.includes(text))).toEqual([])
    await plain.close()
  })
}

/** Checks the page as the browser prints it: black on white, with all answers open and without controls. */
async function expectPrintable(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ media: 'print' })
  for (const selector of ['nav', 'button', '.button', 'form', 'search', 'select', '[data-chat-button]'])
    await expect(page.locator(selector).filter({ visible: true }), selector).toHaveCount(0)
  for (const answer of await page.locator('details').all()) {
    await expect(answer).not.toHaveAttribute('open')
    await expect(answer.locator('.prose > *').first()).toBeVisible()
    const height = () =>
      answer
        .locator('.prose > *')
        .last()
        .evaluate(({ clientHeight }) => clientHeight)
    await expect.poll(height).toBeGreaterThan(10)
  }
  await expect.poll(() => colorsOnPaper(page)).toEqual({ inks: ['rgb(0, 0, 0)'], grounds: [] })
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
