import type { Locator, Page } from '@playwright/test'
import { expect, signInByForm, signOut, storeLanguage, switchLanguage, test } from '../support/kanat.ts'

const open = (page: Page, screen: string) =>
  page.getByRole('banner').getByRole('navigation').getByRole('link', { name: screen }).click()

/** Fills in the text fields with these names. */
async function fillIn(dialog: Locator, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    await dialog.getByRole('textbox', { name, exact: true }).fill(value)
  }
}

async function chooseCompany(dialog: Locator, field: string, company: string) {
  await dialog.getByRole('combobox', { name: field }).fill(company)
  await dialog.page().getByRole('option', { name: company }).click()
}

test('the day of a superadmin: adds a company with a user and a turbine, and finds all of it in the activity', {
  tag: '@core',
}, async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signInByForm(page, kanat.superadmin)
  await expect(page.getByText('3 türbin', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Panelde ara' })
  await search.getByRole('combobox').fill('soma')
  await expect(search.getByRole('status')).toHaveText('1 sonuç')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Soma 7' })).toBeVisible()

  await open(page, 'Şirketler')
  await page.getByRole('button', { name: 'Şirket ekle' }).click()
  const company = page.getByRole('dialog', { name: 'Şirket ekle', exact: true })
  await fillIn(company, { 'Şirket adı': 'Poyraz Enerji', Telefon: '0232 000 00 00' })
  await company.getByRole('button', { name: 'Şirket ekle' }).click()
  await expect(page.getByText('Poyraz Enerji eklendi.')).toBeVisible()
  await open(page, 'Kullanıcılar')
  await page.getByRole('button', { name: 'Kullanıcı ekle' }).click()
  const user = page.getByRole('dialog', { name: 'Kullanıcı ekle', exact: true })
  await fillIn(user, { Ad: 'İdil', Soyad: 'Işık', 'E-posta': 'idil@poyraz.example' })
  await user.getByRole('radio', { name: 'Şifreyi ben belirleyeyim' }).click()
  await user.getByLabel(/^Şifre( \*)?$/).fill('yelkovan')
  await chooseCompany(user, 'Şirket', 'Poyraz Enerji')
  await user.getByRole('radio', { name: 'Müşteri' }).click()
  await user.getByRole('button', { name: 'Kullanıcı ekle' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'idil@poyraz.example' })).toContainText('Müşteri')

  await switchLanguage(page)
  await expect(page.getByRole('row').filter({ hasText: 'idil@poyraz.example' })).toContainText('Customer')
  await open(page, 'Turbines')
  await page.getByRole('button', { name: 'Add turbine' }).click()
  const turbine = page.getByRole('dialog', { name: 'Add turbine' })
  await fillIn(turbine, {
    'Turbine name': 'Poyraz 1',
    City: 'çanakkale',
    Code: 'PYZ-01',
    Location: 'Gülpınar',
  })
  await chooseCompany(turbine, 'Company', 'Poyraz Enerji')
  await turbine.getByRole('button', { name: 'Add turbine' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Poyraz 1' })).toBeVisible()
  await page.goBack()
  const card = page.getByRole('listitem').filter({ hasText: 'Poyraz 1' })
  await expect(card).toContainText('Çanakkale')

  await open(page, 'Activity')
  const entry = (action: string) => page.getByRole('row').filter({ hasText: action })
  await expect(entry('Company added')).toContainText('Poyraz Enerji')
  await expect(entry('User added')).toContainText('idil@poyraz.example')
  await expect(entry('Turbine added')).toContainText('Poyraz 1 · PYZ-01')
  await entry('Turbine added').getByRole('link', { name: 'PYZ-01', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Poyraz 1' })).toBeVisible()
  await open(page, 'Turbines')
  await card.getByRole('button', { name: 'Delete turbine Poyraz 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete turbine' }).click()
  await expect(card).toHaveCount(0)
  await expect(page.getByText('3 turbines', { exact: true })).toBeVisible()
  await open(page, 'Activity')
  await expect(entry('Turbine deleted')).toContainText('Poyraz 1 · PYZ-01(deleted)')
  await signOut(page)
  await expect(page).toHaveURL('/en')
})

test('the day of an admin: adds a turbine and edits a user of their company, and has no access to companies', async ({
  page,
  request,
  kanat,
}) => {
  await storeLanguage(page, 'en')
  await signInByForm(page, kanat.admin)
  await page.getByRole('button', { name: 'Add turbine' }).click()
  const turbine = page.getByRole('dialog', { name: 'Add turbine' })
  await fillIn(turbine, { City: 'İZMİR', Code: 'CSM-01', Location: 'Çeşme' })
  await expect(turbine.getByRole('combobox', { name: 'Company' })).toHaveValue('Bora Enerji')
  await turbine.getByRole('button', { name: 'Add turbine' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'İzmir turbine' })).toBeVisible()
  await page.goBack()
  const card = page.getByRole('listitem').filter({ hasText: 'CSM-01' })
  await expect(card).toContainText('Bora Enerji')
  await expect(page.getByRole('button', { name: /^(Edit|Delete) turbine/ })).toHaveCount(0)

  await open(page, 'Users')
  const operator = page.getByRole('row').filter({ hasText: kanat.operator.email })
  await operator.getByRole('button', { name: /^Edit user/ }).click()
  const edit = page.getByRole('dialog', { name: 'Edit user' })
  await edit.getByRole('switch', { name: 'Account' }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(operator).toContainText('Inactive')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Inactive')
  await expect(page.getByText('1 result')).toBeVisible()
  const { email, password } = kanat.operator
  const refused = await request.post('/api/auth/login', { data: { email, password } })
  expect(refused.status()).toBe(401)

  await switchLanguage(page)
  await expect(operator).toContainText('Pasif')
  await expect(page.getByRole('navigation', { name: 'Sayfalar' }).getByRole('link')).toHaveText([
    'Türbinler',
    'Bulgular',
    /^Denetimler/,
    'Kullanıcılar',
    'Etkinlik',
  ])
  await page.goto('/dashboard/companies')
  await expect(page.getByRole('heading', { name: 'Yetkisiz Erişim' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await expect(card).toContainText('İzmir Türbini')
})
