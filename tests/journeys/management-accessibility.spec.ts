import { expectNoViolations } from './axe.ts'
import { expect, signIn, storeLanguage, test } from './kanat.ts'

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in companies, users, the audit log and their dialogs, ${theme}`, async ({
    page,
    kanat,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((chosen) => localStorage.setItem('kanat.theme', chosen), theme)
    await storeLanguage(page, 'en')
    await signIn(page, kanat.superadmin)
    for (const language of ['en', 'tr']) {
      await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
      await page.goto('/dashboard/companies')
      await page.getByRole('button', { name: /^(Add company|Şirket ekle)$/ }).click()
      await page.getByRole('dialog').locator('[type="submit"]').click()
      await expect(page.getByRole('dialog').locator('[aria-invalid="true"]')).toHaveCount(1)
      await expectNoViolations(page)
      await page.keyboard.press('Escape')
      await page
        .getByRole('button', { name: /^(Delete company|Bora Enerji şirketini sil)/ })
        .first()
        .click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectNoViolations(page)
      await page.goto('/dashboard/companies?view=list')
      await expect(page.getByRole('row')).toHaveCount(3)
      await expectNoViolations(page)

      await page.goto('/dashboard/users')
      await expect(page.getByRole('row')).toHaveCount(5)
      await expectNoViolations(page)
      await page.getByRole('button', { name: /^(Add user|Kullanıcı ekle)$/ }).click()
      await page.getByRole('dialog').locator('[type="submit"]').click()
      await expect(page.getByRole('dialog').getByRole('alert').first()).toBeVisible()
      await expectNoViolations(page)
      await page.keyboard.press('Escape')
      await page
        .getByRole('button', { name: /^Edit user|düzenle$/ })
        .first()
        .click()
      await expect(page.getByRole('switch')).toBeVisible()
      await expectNoViolations(page)

      await page.goto('/dashboard/audit')
      await expect(page.getByRole('rowheader')).toHaveCount(1)
      await expectNoViolations(page)
    }
  })
}
