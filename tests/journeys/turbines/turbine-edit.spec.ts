import type { Locator, Page } from '@playwright/test'
import type { Account } from '../../support/accounts.ts'
import { provoke } from '../support/console-errors.ts'
import { agreeToDiscard, expect, openTab, signIn, storeLanguage, test } from '../support/kanat.ts'

/** Opens the dialog from the turbine's card. */
async function openDialog(page: Page, account: Account): Promise<Locator> {
  await storeLanguage(page, 'tr')
  await signIn(page, account)
  await page.getByRole('button', { name: 'Karaburun 4 türbinini düzenle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Türbini düzenle' })
  await expect(dialog.getByRole('textbox', { name: 'Türbin adı' })).toBeFocused()
  return dialog
}

const field = (dialog: Locator, name: string) => dialog.getByRole('textbox', { name, exact: true })
const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Kaydet' }).click()

/** Mocks the answer to a change of a turbine. */
async function answerChange(page: Page, status: number, body: object) {
  await page.route('**/api/turbines/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status, json: { success: false, ...body } })
      : route.continue(),
  )
}

test('a superadmin changes a turbine and sees it on its card', async ({ page, kanat }) => {
  const dialog = await openDialog(page, kanat.superadmin)
  await field(dialog, 'Şehir').fill('')
  await field(dialog, 'Şehir').pressSequentially('IĞDIR İÇİ')
  await expect(field(dialog, 'Şehir')).toHaveValue('ığdır içi')

  await dialog.getByRole('button', { name: 'Oda sayısı: artır' }).click()
  await field(dialog, 'Kanat uzunluğu (m)').fill('62,5')
  // Playwright clicks an element only if nothing covers it, so the list opens above the dialog.
  await dialog.getByRole('combobox', { name: 'Durum' }).click()
  await page.getByRole('option', { name: 'Bakımda' }).click()
  await dialog.getByRole('combobox', { name: 'Şirket' }).fill('lodos')
  await page.getByRole('option', { name: 'Lodos Rüzgâr' }).click()
  await save(dialog)

  await expect(dialog).toBeHidden()
  const card = page.getByRole('listitem').filter({ hasText: 'Karaburun 4' })
  for (const words of ['Iğdır İçi', 'Lodos Rüzgâr', 'Bakımda', 'oda4', 'kanat62,5 m'])
    await expect(card).toContainText(words)
  await page.reload()
  for (const words of ['Iğdır İçi', 'Lodos Rüzgâr', 'Bakımda']) await expect(card).toContainText(words)
  await card.getByRole('link', { name: 'Karaburun 4' }).click()
  await openTab(page, 'Özet')
  await expect(page.getByRole('region', { name: 'Kayıt' })).toContainText('Kanat uzunluğu62,5 m')
})

test('an issue from the server is shown at its field', async ({ page, kanat }) => {
  provoke(page, 400)
  const dialog = await openDialog(page, kanat.superadmin)
  await answerChange(page, 400, {
    error: 'validation_failed',
    message: 'Gönderilen bilgilerin bir kısmı uygun değil.',
    issues: [{ path: 'code', message: 'Bu kod kullanılıyor.' }],
  })
  await save(dialog)
  await expect(field(dialog, 'Kod')).toBeFocused()
  await expect(field(dialog, 'Kod')).toHaveAccessibleDescription('Bu kod kullanılıyor.')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

test('a failure without a field is shown in a box, and the typed text stays', async ({ page, kanat }) => {
  provoke(page, 400, 404, 409, 500)
  const dialog = await openDialog(page, kanat.superadmin)
  await field(dialog, 'Kod').fill('KRB-05')
  for (const [status, error, message] of [
    [400, 'validation_failed', 'Gönderilen bilgilerin bir kısmı uygun değil.'],
    [404, 'company_not_found', 'Şirket bulunamadı'],
    [409, 'company_name_taken', 'Bu adda bir şirket zaten var.'],
    [500, 'internal_error', 'Beklenmeyen bir hata oluştu'],
  ] as const) {
    const issues = status === 400 ? { issues: [{ path: 'elsewhere', message: 'Bu alan tanınmıyor.' }] } : {}
    await answerChange(page, status, { error, message, ...issues })
    await save(dialog)
    await expect(dialog.getByRole('alert')).toContainText('Türbin güncellenirken hata oluştu')
    await expect(dialog.getByRole('alert')).toContainText(message)
    await expect(dialog.getByRole('button', { name: 'Kaydet' })).toBeFocused()
    await dialog.getByRole('alert').getByRole('button', { name: 'Kapat' }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expect(field(dialog, 'Kod')).toHaveValue('KRB-05')
  }
  await page.unroute('**/api/turbines/*')
  await save(dialog)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('KRB-05')).toBeVisible()
})

test('Escape and Cancel ask before they reset a changed form', async ({ page, kanat }) => {
  const dialog = await openDialog(page, kanat.superadmin)
  const opener = page.getByRole('button', { name: 'Karaburun 4 türbinini düzenle' })

  await field(dialog, 'Kod').fill('KRB-05')
  await page.mouse.click(8, 450)
  await expect(dialog).toBeVisible()
  await expect(field(dialog, 'Kod')).toHaveValue('KRB-05')
  // Escape closes the topmost layer: first the list, then the dialog.
  await dialog.getByRole('combobox', { name: 'Durum' }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Yazdıklarınız silinsin mi?' })
  await question.getByRole('button', { name: 'Düzenlemeye dön' }).click()
  await expect(question).toBeHidden()
  await expect(field(dialog, 'Kod')).toHaveValue('KRB-05')
  await page.keyboard.press('Escape')
  await agreeToDiscard(page)
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(field(dialog, 'Kod')).toHaveValue('KRB-04')
  await field(dialog, 'Kod').fill('KRB-05')
  await dialog.getByRole('button', { name: 'İptal' }).click()
  await agreeToDiscard(page)
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(dialog, 'Kod')).toHaveValue('KRB-04')
  await page.mouse.click(8, 450)
  await expect(dialog).toBeHidden()
})

test('the focus stays inside the dialog', async ({ page, kanat }) => {
  const dialog = await openDialog(page, kanat.superadmin)
  for (let step = 0; step < 25; step++) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
})
