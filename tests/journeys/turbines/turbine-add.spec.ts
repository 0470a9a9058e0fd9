import type { Page } from '@playwright/test'
import type { Account } from '../../support/accounts.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

async function openDialog(page: Page, account: Account) {
  await storeLanguage(page, 'tr')
  await signIn(page, account)
  await page.getByRole('button', { name: 'Türbin ekle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Türbin ekle', exact: true })
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  const add = dialog.getByRole('button', { name: 'Türbin ekle' })
  return { dialog, field, add }
}

test('an admin adds a turbine, once the required fields are filled in', async ({ page, kanat }) => {
  const { dialog, field, add } = await openDialog(page, kanat.admin)
  await expect(add).toBeDisabled()
  await field('Şehir').pressSequentially('İZMİR')
  await expect(field('Şehir')).toHaveValue('izmir')
  await field('Kod').fill('CSM-01')
  await expect(add).toBeDisabled()
  await field('Konum').fill('Çeşme')
  await expect(add).toBeEnabled()
  await field('Oda sayısı').fill('')
  await expect(add).toBeDisabled()
  await field('Oda sayısı').fill('0')
  await add.click()
  await expect(field('Oda sayısı')).toHaveAccessibleDescription('Oda sayısı 1 veya daha büyük olmalıdır')
  await field('Oda sayısı').fill('6')
  await expect(dialog.getByRole('combobox', { name: 'Şirket' })).toHaveValue('Bora Enerji')
  await add.click()

  await expect(page.getByText('Türbin eklendi')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'İzmir Türbini' })).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  const card = page.getByRole('listitem').filter({ hasText: 'CSM-01' })
  for (const words of ['İzmir Türbini', 'Çeşme', 'Bora Enerji', 'oda6'])
    await expect(card).toContainText(words)
})

test('a superadmin has to choose the company', async ({ page, kanat }) => {
  const { dialog, field, add } = await openDialog(page, kanat.superadmin)
  for (const name of ['Şehir', 'Kod', 'Konum']) await field(name).fill('x')
  await add.click()
  const company = dialog.getByRole('combobox', { name: 'Şirket' })
  await expect(company).toHaveAccessibleDescription('Lütfen bir şirket seçin')
  await company.fill('lodos')
  await page.getByRole('option', { name: 'Lodos Rüzgâr' }).click()
  await add.click()
  await expect(page.getByRole('heading', { level: 1, name: 'x Türbini', exact: false })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('4 türbin')).toBeVisible()
})
