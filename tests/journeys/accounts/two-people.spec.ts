import { expectNoViolations } from '../support/axe.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

test('two people change one company, and the second one sees both values and chooses', async ({
  page,
  kanat,
  browser,
}) => {
  provoke(page, 409)
  const others = await browser.newPage()
  for (const each of [page, others]) {
    await storeLanguage(each, 'tr')
    await signIn(each, kanat.superadmin)
    await each.goto('/dashboard/companies')
    await each.getByRole('button', { name: 'Lodos Rüzgâr şirketini düzenle' }).first().click()
  }
  const form = (each: typeof page) => each.getByRole('dialog', { name: 'Şirketi düzenle' })
  const field = (each: typeof page, name: string) => form(each).getByRole('textbox', { name, exact: true })
  await field(others, 'Adres').fill('Bandırma')
  await field(others, 'Telefon').fill('+90 266 000 00 00')
  await form(others).getByRole('button', { name: 'Kaydet' }).click()
  await expect(form(others)).toBeHidden()

  await field(page, 'Adres').fill('Balıkesir')
  await form(page).getByRole('button', { name: 'Kaydet' }).click()
  const conflict = form(page).getByRole('alert')
  await expect(conflict).toContainText('Bu kaydı bu arada başkası değiştirdi')
  await expect(conflict).toContainText('Balıkesir')
  await expect(conflict).toContainText('Bandırma')
  await expect(field(page, 'Telefon')).toHaveValue('+90 266 000 00 00')
  await expectNoViolations(page)
  await conflict.getByRole('radio', { name: /Bandırma/ }).click()
  await expect(field(page, 'Adres')).toHaveValue('Bandırma')
  await form(page).getByRole('button', { name: 'Kaydet' }).click()
  await expect(form(page)).toBeHidden()
})

test('a field that two people change is a conflict, after a reload too', async ({ page, kanat, browser }) => {
  provoke(page, 409)
  const others = await browser.newPage()
  const open = async (each: typeof page) => {
    await each.goto('/dashboard/companies')
    await each.getByRole('button', { name: 'Lodos Rüzgâr şirketini düzenle' }).first().click()
  }
  for (const each of [page, others]) {
    await storeLanguage(each, 'tr')
    await signIn(each, kanat.superadmin)
  }
  const form = (each: typeof page) => each.getByRole('dialog', { name: 'Şirketi düzenle' })
  const address = (each: typeof page) => form(each).getByRole('textbox', { name: 'Adres', exact: true })
  const phone = form(page).getByRole('textbox', { name: 'Telefon', exact: true })
  await open(page)
  await address(page).fill('Balıkesir')

  await open(others)
  await address(others).fill('Bandırma')
  await form(others).getByRole('textbox', { name: 'Telefon', exact: true }).fill('+90 266 000 00 00')
  await form(others).getByRole('button', { name: 'Kaydet' }).click()
  await expect(form(others)).toBeHidden()

  await open(page)
  await expect(address(page)).toHaveValue('Balıkesir')
  await expect(phone).toHaveValue('+90 266 000 00 00')
  await form(page).getByRole('button', { name: 'Kaydet' }).click()
  const conflict = form(page).getByRole('alert')
  await expect(conflict).toContainText('Bandırma')
  await expect(conflict.getByRole('group')).toHaveCount(1)
  await form(page).getByRole('button', { name: 'Kaydet' }).click()
  await expect(form(page)).toBeHidden()
})
