import { expect, sendSignInForm, storeLanguage, test } from '../support/kanat.ts'
import { findTranslated, translatePages } from '../support/translator.ts'

test('a browser that translates leaves the panel alone, so that a person can sign in, comment and save', async ({
  page,
  kanat,
}) => {
  await storeLanguage(page, 'tr')
  await translatePages(page)
  await page.goto('/about')
  await expect.poll(async () => (await findTranslated(page)).length).toBeGreaterThan(5)

  await page.goto('/login')
  await sendSignInForm(page, kanat.superadmin)
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('button', { name: 'Karaburun 4 türbinini düzenle' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Kod', exact: true }).fill('KRB-77')
  await dialog.locator('[type="submit"]').click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => findTranslated(page)).toEqual([])

  await page.goto('/dashboard/turbine/1?panel=comments')
  const field = page.getByRole('textbox', { name: 'Yeni yorum' })
  await field.fill('Kanat ucunda çatlak var.')
  await field.press('Control+Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Kanat ucunda çatlak var.' })).toBeVisible()
  await expect(field).toHaveValue('')
  await expect.poll(() => findTranslated(page)).toEqual([])
})
