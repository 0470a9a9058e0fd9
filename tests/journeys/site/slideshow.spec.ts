import type { Page } from '@playwright/test'
import { showcase } from '../../support/content.ts'
import { expect, storeLanguage } from '../support/kanat.ts'
import { test } from '../support/public-site.ts'

const slides = (page: Page) => page.getByRole('group', { name: 'Background pictures' })

/** The number of the shown picture, as the dots show it, from 1. */
async function shownSlide(page: Page): Promise<number> {
  const dots = slides(page).getByRole('button', { name: /^Picture/ })
  const states = await dots.evaluateAll((all) => all.map((dot) => dot.getAttribute('aria-current')))
  return states.indexOf('true') + 1
}

/** Advances the clock and waits until React has rendered the change. The scheduler of React uses messages, which do not depend on the stopped clock. */
async function pass(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds)
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = resolve
        port2.postMessage(undefined)
      }),
  )
}

/** Opens the landing page with a stopped clock, and waits until all its pictures are loaded. */
async function openSlideshow(page: Page): Promise<void> {
  await storeLanguage(page, 'en')
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await page.goto('/en')
  await expect(async () => {
    await page.clock.runFor(50)
    const complete = await page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLImageElement>('.hero img')].filter(
          (image) => image.complete && image.naturalWidth > 0,
        ).length,
    )
    expect(complete).toBe(showcase.slides.length)
  }).toPass()
  // A click on a dot restarts the three seconds.
  await slides(page).getByRole('button', { name: 'Picture 2', exact: true }).click()
  await slides(page).getByRole('button', { name: 'Picture 1', exact: true }).click()
  await expect.poll(() => shownSlide(page)).toBe(1)
}

/** Checks repeatedly, because the page gets the change of its visibility a little later. */
async function expectStill(page: Page): Promise<void> {
  await expect(async () => {
    const before = await shownSlide(page)
    for (let times = 0; times < 4; times++) {
      await pass(page, 3000)
      const now = await shownSlide(page)
      expect(now).toBe(before)
    }
  }).toPass()
}

async function expectMoving(page: Page): Promise<void> {
  await expect(async () => {
    const before = await shownSlide(page)
    await pass(page, 3000)
    const now = await shownSlide(page)
    expect(now).not.toBe(before)
  }).toPass()
}

test.describe('the slideshow', () => {
  test('shows another picture every three seconds, and after a click', async ({ page }) => {
    await openSlideshow(page)
    for (let times = 0; times < 6; times++) {
      const before = await shownSlide(page)
      await pass(page, 2990)
      const early = await shownSlide(page)
      expect(early).toBe(before)
      await pass(page, 20)
      await expect.poll(() => shownSlide(page)).not.toBe(before)
    }

    const last = showcase.slides.length
    await slides(page)
      .getByRole('button', { name: `Picture ${last}`, exact: true })
      .click()
    await expect.poll(() => shownSlide(page)).toBe(last)
    const picture = page.getByRole('img', { name: showcase.slides.at(-1)?.alt.en ?? '' })
    await expect(picture).toHaveCSS('transition-duration', '1.5s')
    await expect(picture).toHaveCSS('opacity', '1')
    await expect(page.locator('.hero').getByRole('img')).toHaveCount(1)
  })

  test('fetches each picture once', async ({ page }) => {
    const fetched: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'image') fetched.push(new URL(request.url()).pathname)
    })
    await openSlideshow(page)
    for (let slide = 0; slide < showcase.slides.length; slide += 1) await pass(page, 3000)
    // `/_astro/ridge-wide.C_VNYID2_Z1NLqi1.avif` is one size of one picture.
    const pictures = fetched.map((path) => /[^/]+?(?=-(wide|tall)\.)/.exec(path)?.[0]).filter(Boolean)
    expect(pictures.length).toBeGreaterThanOrEqual(showcase.slides.length)
    expect(pictures).toEqual([...new Set(pictures)])
  })

  test('stops while it is paused, not visible, or has the keyboard focus', async ({ page }) => {
    await openSlideshow(page)
    await slides(page).getByRole('button', { name: 'Pause the pictures' }).click()
    await expectStill(page)
    await slides(page).getByRole('button', { name: 'Play the pictures' }).click()
    await expectMoving(page)

    await hideTab(page, true)
    await expectStill(page)
    await hideTab(page, false)
    await expectMoving(page)

    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(page.locator('.hero')).not.toBeInViewport()
    await expectStill(page)
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
    await expect(page.locator('.hero')).toBeInViewport()
    await expectMoving(page)

    await page.getByRole('link', { name: 'Sign in' }).first().focus()
    await page.keyboard.press('Tab')
    await expect(page.locator('.hero :focus-visible')).toBeVisible()
    await expectStill(page)
  })

  test('does not move with reduced motion, until the user starts it', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openSlideshow(page)
    await expectStill(page)
    await slides(page).getByRole('button', { name: 'Play the pictures' }).click()
    await expectMoving(page)
  })

  test('shows its first picture without script', async ({ browser, baseURL }) => {
    const page = await browser.newPage({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
    await page.goto('/')
    await expect(page.locator('.hero').getByRole('img')).toHaveCount(1)
    await expect(page.getByRole('img', { name: showcase.slides[0]?.alt.tr ?? '' })).toBeVisible()
    await expect(page.locator('.hero').getByRole('button')).toHaveCount(0)
    await page.close()
  })
})

async function hideTab(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
