import { expect, type Page } from '@playwright/test'
import { PUBLIC_PAGES } from '../../support/public-pages.ts'
import { provoke } from '../support/console-errors.ts'
import { finishAnimations, storeLanguage } from '../support/kanat.ts'
import {
  expectClearCorner,
  findCutOff,
  findUnderChatButton,
  prepareLayoutChecks,
  resize,
} from '../support/layout.ts'
import { test } from '../support/public-site.ts'

/** A window of 1280 px has 320 px at a zoom of 400 %. */
const WIDTHS = [280, 320, 358, 390, 768, 769, 1024, 1440, 2560]
/** From this width on, nothing scrolls under the chat button. On smaller screens only the end of a page stays clear of it. */
const LARGE_PX = 1024
/** Up to this width, the panel shows its notice for small screens. */
const NOTICE_PX = 768
/** @see https://www.w3.org/TR/WCAG22/#target-size-minimum */
const TARGET_PX = 24

const LANGUAGES = ['tr', 'en'] as const
const PAGES = [
  ...PUBLIC_PAGES.map(({ path, language }) => ({ path, language })),
  ...LANGUAGES.flatMap((language) => ['/nothing', '/broken'].map((path) => ({ path, language }))),
]

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await prepareLayoutChecks(page)
})

for (const { path, language } of PAGES) {
  test(`${path} fits every window, and its chat button covers nothing, ${language}`, async ({ page }) => {
    provoke(page, 404, 500)
    await storeLanguage(page, language)
    // The server shows this page only after an internal error.
    await page.route('**/broken', (route) => route.fulfill({ status: 500, path: 'dist/500.html' }))
    await page.goto(path, { waitUntil: 'networkidle' })
    for (const width of WIDTHS) {
      await resize(page, width)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.poll(() => findCutOff(page), `${width} px`).toEqual([])
      await expectLargeTargets(page)
      await finishAnimations(page)
      await expect(page.locator('[data-chat-button]')).toBeVisible()
      await expectClearCorner(page, width >= LARGE_PX)
    }
    const answers = await page.locator('summary').all()
    for (const answer of answers) await answer.click()
    for (const width of answers.length > 0 ? WIDTHS : []) {
      await resize(page, width)
      await expect.poll(() => findCutOff(page), `${width} px, with answers`).toEqual([])
    }
  })
}

for (const language of LANGUAGES) {
  test(`the sign-in page fits every window, and so does its notice, ${language}`, async ({ page }) => {
    await storeLanguage(page, language)
    await page.goto('/login', { waitUntil: 'networkidle' })
    for (const width of [...WIDTHS, 800, 1920]) {
      await resize(page, width)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByLabel(/^(E-posta|E-mail)$/)).toBeVisible({ visible: width > NOTICE_PX })
      await expect.poll(() => findCutOff(page), `${width} px`).toEqual([])
      await finishAnimations(page)
      await expect(page.locator('[data-chat-button]')).toBeVisible()
      await expectClearCorner(page, true)
    }
  })
}

test('nothing lies under the chat button when the landing page opens', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/robots.txt')
  for (const [path, language] of [
    ['/', 'tr'],
    ['/en', 'en'],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
    await page.goto(path)
    await finishAnimations(page)
    await expect(page.locator('[data-chat-button]')).toBeVisible()
    await expect.poll(() => findUnderChatButton(page)).toEqual([])
  }
})

/** Checks the size of the links of the header. */
async function expectLargeTargets(page: Page): Promise<void> {
  const small = () =>
    page
      .locator('header a:not([href="#content"])')
      .filter({ visible: true })
      .evaluateAll(
        (links, least) =>
          links
            .map((link) => link.getBoundingClientRect())
            .filter(({ width, height }) => width < least || height < least),
        TARGET_PX,
      )
  await expect.poll(small).toEqual([])
}
