import { jpeg } from '../../support/builders.ts'
import { uploadNamed } from '../support/by-api.ts'
import { expect, finishAnimations, lightboxOf, signIn, storeLanguage, test } from '../support/kanat.ts'
import { expectClearCorner, findUnderChatButton, prepareLayoutChecks, resize } from '../support/layout.ts'

// The corner of the public pages is checked together with their widths.
test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await prepareLayoutChecks(page)
  await storeLanguage(page, 'tr')
})

test('the panel is centred, and nothing ever lies under the chat button in its margin', async ({
  page,
  kanat,
}) => {
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
      const { left, right } = await page.getByRole('main').evaluate((main) => {
        const { paddingLeft: left, paddingRight: right } = getComputedStyle(main)
        return { left, right }
      })
      expect(right).toBe(left)
    }
    if (content === turbine) await turbine.click()
  }
  const chat = page.locator('[data-chat-button]')
  const widthOf = async () => (await chat.boundingBox())?.width ?? 0
  await expect.poll(widthOf).toBeLessThanOrEqual(32)
  // Only the focus of the keyboard is visible.
  await page.keyboard.press('Tab')
  for (const reach of ['focus', 'hover'] as const) {
    await chat[reach]()
    await expect.poll(widthOf).toBe(52)
    await chat.blur()
    await page.mouse.move(0, 0)
    await expect.poll(widthOf).toBeLessThanOrEqual(32)
  }
})

test('nothing lies under the chat button in the panel with a toast', async ({ page, kanat }) => {
  await signIn(page, kanat.superadmin, '/dashboard/turbine/1')
  const block = page.getByRole('region', { name: 'Kanat A' })
  const buffer = await jpeg({ width: 300, height: 200 })
  await block
    .getByLabel('Kanat A için fotoğraf seç')
    .setInputFiles([{ name: 'one.jpg', mimeType: 'image/jpeg', buffer }])
  await block.getByRole('button', { name: '1 dosyayı yükle' }).click()
  await block.getByRole('button', { name: 'one.jpg fotoğrafını aç' }).click()
  await expect(lightboxOf(page)).toBeFocused()
  await expect(page.locator('[data-chat-button]')).toBeHidden()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  await expect(page.getByText('Fotoğraf Silindi')).toBeVisible()
  await expect.poll(() => findUnderChatButton(page)).toEqual([])
})

test('the chat button hides in 360°, and comes back behind it', async ({ page, kanat }) => {
  const sphere = await jpeg({ width: 1600, height: 800 })
  await uploadNamed(page.request, kanat.superadmin, { 'a.jpg': sphere })
  await signIn(page, kanat.superadmin, '/dashboard/turbine/1')
  const chat = page.locator('[data-chat-button]')
  await expect(chat).toBeVisible()
  await page.goto('/dashboard/turbine/1/360-view')
  await expect(page.getByRole('img', { name: /^360°/ })).toHaveAttribute('aria-busy', 'false')
  await finishAnimations(page)
  await expect(chat).toBeHidden()
  // The strip of the page's scrollbar is as dark as the view.
  const root = page.locator('html')
  await expect(root).toHaveCSS('color-scheme', 'dark')
  await page.goBack()
  await expect(chat).toBeVisible()
  await expect(root).toHaveCSS('color-scheme', 'light')
})
