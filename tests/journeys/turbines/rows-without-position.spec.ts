import type { Page } from '@playwright/test'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

/** Gives rows no position, as Safari before the spring of 2026 does, whatever their classes say. */
async function ignorePositionOfRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    // The policy of the page refuses a style element.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('tr, tbody, thead { position: static !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}

test('without positioned rows, a click opens the right row, or none', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin, '/dashboard/users')
  const row = page.getByRole('row', { name: kanat.admin.email })
  await expect(row).toBeVisible()
  await ignorePositionOfRows(page)
  await page.getByRole('textbox', { name: 'Kullanıcı ara' }).click()
  await expect(page.getByRole('textbox', { name: 'Kullanıcı ara' })).toBeFocused()
  await row.getByRole('cell').nth(1).click()
  const dialog = page.getByRole('dialog', { name: 'Kullanıcıyı düzenle' })
  await expect(dialog.getByRole('textbox', { name: 'E-posta' })).toHaveValue(kanat.admin.email)

  await page.goto('/dashboard?view=list')
  const turbine = page.getByRole('row', { name: 'Karaburun 4' })
  await expect(turbine).toBeVisible()
  await ignorePositionOfRows(page)
  await page.getByRole('textbox', { name: 'Türbin ara' }).click()
  await expect(page.getByRole('textbox', { name: 'Türbin ara' })).toBeFocused()
  await turbine.getByRole('cell').nth(1).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Karaburun 4' })).toBeVisible()
})
