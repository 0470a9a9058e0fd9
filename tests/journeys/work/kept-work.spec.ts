import { provoke } from '../support/console-errors.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'
import { bladeA, stage, TURBINE } from '../support/staged-work.ts'

test('no network and another language lose no file or text', async ({ page, kanat }) => {
  provoke(page, 'network')
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin, TURBINE)
  const block = bladeA(page)
  await stage(page, 'a.jpg')
  await page.getByRole('button', { name: 'English' }).click()
  const blockInEnglish = page.getByRole('region', { name: 'Blade A' })
  await expect(blockInEnglish.getByText('1 file waiting to be uploaded')).toBeVisible()
  await page.getByRole('button', { name: 'Türkçe' }).click()

  await page.context().setOffline(true)
  await block.getByRole('button', { name: '1 dosyayı yükle' }).click()
  await expect(block.getByText('Bağlantı kesildi; 1 dosya bekliyor')).toBeVisible()
  await page.context().setOffline(false)
  await expect(block.getByRole('button', { name: 'a.jpg fotoğrafını aç' })).toBeVisible()

  await page.getByRole('navigation').getByRole('link', { name: 'Türbinler' }).click()
  await page.getByRole('button', { name: 'Karaburun 4 türbinini düzenle' }).click()
  const code = page.getByRole('dialog').getByRole('textbox', { name: /^(Kod|Code)$/ })
  await code.fill('KRB-05')
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit turbine' })).toBeVisible()
  await expect(code).toHaveValue('KRB-05')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Network error. Please check your connection.')
  await expect(code).toHaveValue('KRB-05')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('KRB-05')).toBeVisible()
})
