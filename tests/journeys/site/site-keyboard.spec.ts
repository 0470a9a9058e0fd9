import { expect } from '@playwright/test'
import { PUBLIC_PAGES } from '../../support/public-pages.ts'
import { test } from '../support/public-site.ts'

declare global {
  interface Window {
    /** The focusable elements of this page. */
    stops: Element[]
  }
}

for (const { path, language } of PUBLIC_PAGES) {
  for (const width of [390, 1440]) {
    test(`the Tab key shows the focus on every control on ${path}, ${width} px`, async ({
      browser,
      baseURL,
    }) => {
      const page = await browser.newPage({
        baseURL: baseURL ?? '',
        locale: language,
        viewport: { width, height: 844 },
        reducedMotion: 'reduce',
      })
      await page.goto(path, { waitUntil: 'networkidle' })
      await expect(page.locator('[data-chat-button]')).toBeVisible()
      // An island may add controls when it is hydrated.
      await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
      await page.evaluate(() => {
        window.stops = [
          ...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]'),
        ].filter(
          (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'),
        )
      })
      const expected = await page.evaluate(() => window.stops.map((_, index) => index))
      const visited: number[] = []
      for (let count = 0; count <= expected.length; count++) {
        await page.keyboard.press('Tab')
        const stop = await page.evaluate(describeFocus)
        if (!stop) break
        expect(stop, stop.html).toMatchObject({ isMarked: true })
        await expect(page.locator(':focus')).toBeInViewport()
        visited.push(stop.index)
      }
      // The focus goes through all elements in document order and then leaves the page.
      expect(visited).toEqual(expected)
      await page.close()
    })
  }
}

/** The element with the focus; undefined if the focus is outside of the page. */
function describeFocus() {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body) return undefined
  const marked = [activeElement, ...((activeElement as HTMLInputElement).labels ?? [])]
  return {
    html: activeElement.outerHTML.slice(0, 120),
    index: window.stops.indexOf(activeElement),
    isMarked: marked.some((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
    }),
  }
}
