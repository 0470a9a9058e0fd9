import type { Locator, Page } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'
import { company, showcase } from '../../support/content.ts'
import { expect, lightboxOf, test as panelTest, signIn, storeLanguage } from '../support/kanat.ts'
import { test } from '../support/public-site.ts'

test('the headline has no line of one word', async ({ page }) => {
  await page.goto('/robots.txt')
  for (const [address, language] of [
    ['/', 'tr'],
    ['/en', 'en'],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
    await page.goto(address)
    for (const width of [390, 768, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      const fewest = async () =>
        Math.min(...(await page.getByRole('heading', { level: 1 }).evaluate(wordsPerLine)))
      await expect.poll(fewest, `${address} at ${width} px`).toBeGreaterThan(1)
    }
  }
})

/** The number of words in each line of an element. */
function wordsPerLine(element: HTMLElement): number[] {
  const text = element.firstChild
  const lines = new Map<number, number>()
  for (const word of text?.textContent?.matchAll(/\S+/g) ?? []) {
    const range = document.createRange()
    range.setStart(text as Node, word.index)
    range.setEnd(text as Node, word.index + word[0].length)
    const { top } = range.getBoundingClientRect()
    lines.set(top, (lines.get(top) ?? 0) + 1)
  }
  return [...lines.values()]
}

test.describe("the partners' logos", () => {
  test('move for thirty seconds through eight lists; screen readers find one list', async ({ page }) => {
    await storeLanguage(page, 'en')
    await page.goto('/en')
    const strip = page.getByRole('region', { name: 'Our partners' })
    await expect(strip.getByRole('img')).toHaveCount(showcase.partners.length)
    const lists = page.locator('.strip-list')
    await expect(lists).toHaveCount(8)
    await expect(page.locator('.strip-list[inert][aria-hidden=true]')).toHaveCount(7)
    const track = page.locator('.strip-track')
    await expect(track).toHaveCSS('animation-duration', '30s')
    await expect(track).toHaveCSS('animation-timing-function', 'linear')
    await expect(track).toHaveCSS('animation-iteration-count', 'infinite')
    for (const width of [390, 768, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })

  test('stop under the pointer, with the keyboard focus, and by a button', async ({ page }) => {
    await storeLanguage(page, 'tr')
    await page.goto('/')
    const track = page.locator('.strip-track')
    const stop = page.getByRole('checkbox', { name: 'Logo akışını durdur' })
    await expect(track).toHaveCSS('animation-play-state', 'running')

    await page.locator('.strip').hover()
    await expect(track).toHaveCSS('animation-play-state', 'paused')
    await page.getByRole('heading', { name: 'Birlikte çalıştığımız şirketler' }).hover()
    await expect(track).toHaveCSS('animation-play-state', 'running')

    await tabTo(page, stop)
    await expect(track).toHaveCSS('animation-play-state', 'paused')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await expect(stop).not.toBeFocused()
    await expect(track).toHaveCSS('animation-play-state', 'paused')
  })

  test('are in rows with reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    await expect(page.locator('.strip-track')).toHaveCSS('animation-name', 'none')
    const logos = page.locator('.strip-logo:visible')
    await expect(logos).toHaveCount(showcase.partners.length)
    const outside = () =>
      logos.evaluateAll((all) =>
        all
          .map((logo) => logo.getBoundingClientRect())
          .filter(({ left, right }) => left <= 0 || right >= 1440),
      )
    await expect.poll(outside).toEqual([])
    await expect(page.getByRole('checkbox')).toBeHidden()
  })
})

async function tabTo(page: Page, goal: Locator): Promise<void> {
  // The browser has moved the focus when the key press is done.
  do await page.keyboard.press('Tab')
  while (!(await goal.evaluate((element) => element === document.activeElement)))
}

const CHAT_ADDRESS = `${company.chat.link}/${company.phone.replace(/\D/g, '')}?text=${encodeURIComponent(company.chat.greeting)}`

test.describe('the chat button', () => {
  test('appears after a second and shows its name only under the pointer', async ({ page }) => {
    await storeLanguage(page, 'tr')
    await page.goto('/')
    const button = page.getByRole('link', { name: /^WhatsApp ile iletişime geç/ })
    await expect(button).toBeVisible()
    const early = await button.evaluate(visibilityAt, 990)
    expect(early).toBe('hidden')
    const late = await page.locator('[data-chat-button]').evaluate(visibilityAt, 1190)
    expect(late).toBe('visible')

    const bubble = page.locator('.chat-tooltip')
    await button.focus()
    await expect(bubble).toHaveCSS('opacity', '0')
    await button.hover()
    await expect(bubble).toHaveCSS('opacity', '1')
  })

  test('opens the chat with a greeting in a new tab', async ({ page, context }) => {
    await storeLanguage(page, 'en')
    await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'chat' }))
    await page.goto('/en')
    const button = page.getByRole('link', { name: /^Contact us on WhatsApp/ })
    await expect(button).toHaveAttribute('href', CHAT_ADDRESS)
    await expect(button).toHaveAttribute('rel', 'noopener')
    const [tab] = await Promise.all([context.waitForEvent('page'), button.click()])
    await expect(tab).toHaveURL(CHAT_ADDRESS)
  })

  panelTest(
    'is in the panel too, uses its language, and lies below dialogs and toasts',
    async ({ page, kanat }) => {
      await storeLanguage(page, 'tr')
      await page.goto('/login')
      const turkish = page.getByRole('link', { name: /^WhatsApp ile iletişime geç/ })
      await expect(turkish).toBeVisible()
      await signIn(page, kanat.admin)
      await page.getByRole('button', { name: 'English' }).click()
      const button = page.getByRole('link', { name: /^Contact us on WhatsApp/ })
      await expect(button).toHaveAttribute('href', CHAT_ADDRESS)
      await expect(turkish).toHaveCount(0)

      await page.getByRole('link', { name: /Karaburun 4/ }).click()
      const block = page.getByRole('region', { name: 'Blade A' })
      const buffer = await jpeg({ width: 600, height: 400 })
      await block
        .locator('input[type=file]')
        .first()
        .setInputFiles([{ name: 'one.jpg', mimeType: 'image/jpeg', buffer }])
      await block.getByRole('button', { name: /^Upload/ }).click()
      await block.getByRole('button', { name: 'Open one.jpg' }).click()
      await expect(lightboxOf(page)).toBeVisible()
      const isOnTop = () =>
        page.locator('[data-chat-button]').evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        })
      await expect.poll(isOnTop).toBe(false)
    },
  )
})

/** True if the button is visible this number of milliseconds after the page appeared. */
function visibilityAt(element: Element, milliseconds: number): string {
  // The browser does not list finished animations, so this restarts the animation and pauses it at this time.
  if (!(element instanceof HTMLElement)) throw new Error('not a button')
  element.style.animation = 'none'
  element.getBoundingClientRect()
  element.style.animation = ''
  for (const animation of element.getAnimations()) {
    animation.pause()
    animation.currentTime = milliseconds
  }
  return getComputedStyle(element).visibility
}
