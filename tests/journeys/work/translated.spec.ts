import { expect, sendSignInForm, storeLanguage, test } from '../support/kanat.ts'
import { findTranslated, translatePages } from '../support/translator.ts'

const COMMENTS = '/dashboard/turbine/1?panel=comments'

for (const asks of ['asks', 'does not ask'] as const)
  test(`a browser that translates lets a person sign in, comment and save: it ${asks}`, async ({
    page,
    kanat,
  }) => {
    await storeLanguage(page, 'tr')
    await translatePages(page, asks)
    await page.goto(`/login`)
    await sendSignInForm(page, kanat.superadmin)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('link', { name: /Karaburun 4/ })).toBeVisible()
    await expect.poll(async () => (await findTranslated(page)).length > 0).toBe(asks === 'does not ask')

    await page.getByRole('button', { name: 'Karaburun 4 türbinini düzenle' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Kod', exact: true }).fill('KRB-77')
    await dialog.locator('[type="submit"]').click()
    await expect(dialog).toBeHidden()

    await page.goto(COMMENTS)
    const field = page.getByRole('textbox', { name: 'Yeni yorum' })
    await field.fill('Kanat ucunda çatlak var.')
    await field.press('Control+Enter')
    await expect(page.getByRole('listitem').filter({ hasText: 'Kanat ucunda çatlak var.' })).toBeVisible()
    await expect(field).toHaveValue('')
  })
