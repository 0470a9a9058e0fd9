import type { Page } from '@playwright/test'
import { jpeg } from '../builders.ts'
import { PUBLIC_PAGES } from '../public-pages.ts'
import { expect, finishAnimations, test as panelTest, signIn, storeLanguage } from './kanat.ts'
import { findUnderChatButton, prepareLayoutChecks } from './layout.ts'
import { test } from './public-site.ts'

/** From this width on, nothing scrolls under the button. On smaller screens only the end of a page stays clear of it. */
const LARGE_PX = 1024
/** Up to this width, the panel shows its notice for small screens. */
const NOTICE_PX = 768

test.describe('nothing lies under the chat button', () => {
  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await prepareLayoutChecks(page)
  })

  const pages = [
    ...PUBLIC_PAGES,
    ...['/nothing', '/broken'].map((path) => ({ path, language: 'tr' as const })),
  ]
  for (const { path, language } of pages) {
    test(`on ${path}`, async ({ page }) => {
      await page.route('**/broken', (route) => route.fulfill({ status: 500, path: 'dist/500.html' }))
      await storeLanguage(page, language)
      await page.goto(path)
      for (const width of [280, 390, 768, 1024, 1440, 2560]) {
        await resize(page, width)
        await finishAnimations(page)
        await expect(page.locator('[data-chat-button]')).toBeVisible()
        await expectClearCorner(page, width >= LARGE_PX)
      }
    })
  }

  test('in the first view of the landing page on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const [path, language] of [
      ['/', 'tr'],
      ['/en', 'en'],
    ] as const) {
      await page.goto('/nothing')
      await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
      await page.goto(path)
      await finishAnimations(page)
      await expect(page.locator('[data-chat-button]')).toBeVisible()
      expect(await findUnderChatButton(page)).toEqual([])
    }
  })

  for (const language of ['tr', 'en'] as const) {
    test(`on the sign-in page and the notice for small screens, ${language}`, async ({ page }) => {
      await storeLanguage(page, language)
      await page.goto('/login')
      for (const width of [390, 800, 1024, 1440, 1920, 2560]) {
        await resize(page, width)
        await expect(page.getByLabel(/^(E-posta|E-mail)$/)).toBeVisible({ visible: width > NOTICE_PX })
        await finishAnimations(page)
        await expect(page.locator('[data-chat-button]')).toBeVisible()
        await expectClearCorner(page, true)
      }
    })
  }

  panelTest('in the panel', async ({ page, kanat }) => {
    await storeLanguage(page, 'tr')
    await signIn(page, kanat.superadmin)
    const turbine = page.getByRole('link', { name: /Karaburun 4/ })
    const blade = page.getByRole('region', { name: 'Kanat C' })
    for (const content of [turbine, blade]) {
      await expect(content).toBeVisible()
      for (const width of [1024, 1440, 1920, 2560]) {
        await resize(page, width)
        await finishAnimations(page)
        await expect(page.locator('[data-chat-button]')).toBeVisible()
        await expectClearCorner(page, true)
      }
      if (content === turbine) await turbine.click()
    }
  })

  panelTest('in the panel with a toast', async ({ page, kanat }) => {
    await storeLanguage(page, 'tr')
    await signIn(page, kanat.superadmin)
    await page.getByRole('link', { name: /Karaburun 4/ }).click()
    const block = page.getByRole('region', { name: 'Kanat A' })
    const buffer = await jpeg({ width: 300, height: 200 })
    await block
      .getByLabel('Kanat A için fotoğraf seç')
      .setInputFiles([{ name: 'one.jpg', mimeType: 'image/jpeg', buffer }])
    await block.getByRole('button', { name: '1 dosyayı yükle' }).click()
    await block.getByRole('button', { name: 'one.jpg fotoğrafını aç' }).click()
    await page.keyboard.press('Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: /^sil$/i }).click()
    await expect(page.getByText('Fotoğraf Silindi')).toBeVisible()
    expect(await findUnderChatButton(page)).toEqual([])
  })
})

/** Waits for the second frame after the change, because components with an own layout change in the first one. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** Checks the end of the page or the whole page. */
async function expectClearCorner(page: Page, isAlwaysClear: boolean): Promise<void> {
  const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), isAlwaysClear ? 0 : end)
  expect(await findUnderChatButton(page, isAlwaysClear ? end : 0), page.url()).toEqual([])
}
