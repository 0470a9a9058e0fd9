import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
})

test('axe finds nothing in the companies and their dialogs', async ({ page, kanat }) => {
  await signIn(page, kanat.superadmin, '/dashboard/companies')
  await page.getByRole('button', { name: 'Şirket ekle' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[type="submit"]').click()
  await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Bora Enerji şirketini sil' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/dashboard/companies?view=list')
  await expect(page.getByRole('row')).toHaveCount(3)
  await expectAccessible(page)
})

test('axe finds nothing in the users, their dialogs and the audit log', async ({ page, kanat }) => {
  await signIn(page, kanat.superadmin, '/dashboard/users')
  await expect(page.getByRole('row')).toHaveCount(5)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Kullanıcı ekle' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[type="submit"]').click()
  await expect(dialog.locator('[aria-invalid="true"]').first()).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page
    .getByRole('button', { name: /düzenle$/ })
    .first()
    .click()
  await expect(page.getByRole('switch')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/dashboard/audit')
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await expectAccessible(page)
})
