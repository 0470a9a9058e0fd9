import { uploadPhotos } from '../support/by-api.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

test('a superadmin sees who did what, and filters the log', async ({ page, request, kanat }) => {
  await uploadPhotos(request, kanat.operator, ['one.jpg', 'two.jpg', 'three.jpg'])
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin)
  await page.getByRole('link', { name: 'Etkinlik', exact: true }).click()
  await expect(page.getByRole('rowheader', { name: /^Bugün · / })).toBeVisible()

  const uploads = page.getByRole('row').filter({ hasText: '3 fotoğraf yüklendi' })
  await expect(uploads).toContainText('Karaburun 4')
  await expect(page.getByRole('link', { name: 'two.jpg' })).toHaveCount(0)
  await uploads.getByRole('button', { name: 'Yüklemeleri göster' }).click()
  await page.getByRole('link', { name: 'two.jpg' }).click()
  await expect(page).toHaveURL(/\/dashboard\/turbine\/1\?photo=\d+$/)
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/audit')

  await page.getByRole('combobox', { name: 'İşlem' }).selectOption('Giriş yapıldı')
  await expect(page).toHaveURL('/dashboard/audit?action=session.open')
  await expect(page.getByText('2 sonuç', { exact: true })).toBeVisible()
  await page.getByLabel('Bitiş').fill('2020-01-01')
  await expect(page.getByRole('heading', { name: 'Kayıt bulunamadı' })).toBeVisible()
  await page.getByRole('button', { name: 'Filtreleri temizle' }).last().click()
  await expect(page).toHaveURL('/dashboard/audit')

  await uploads.getByRole('link', { name: 'Ada Yel' }).click()
  await expect(page).toHaveURL(/\?user_id=\d+$/)
  await expect(page.getByText('4 sonuç', { exact: true })).toBeVisible()
})

test('the history of a turbine is one click away from its page', async ({ page, request, kanat }) => {
  await uploadPhotos(request, kanat.operator, ['one.jpg'])
  await storeLanguage(page, 'en')
  await signIn(page, kanat.superadmin, '/dashboard/turbine/1')
  await page.getByRole('main').getByRole('link', { name: 'Activity' }).click()
  await expect(page).toHaveURL('/dashboard/audit?turbine_id=1')
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'one.jpg' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter Karaburun 4' }).click()
  await expect(page).toHaveURL('/dashboard/audit')
})

test('arrow keys move between the rows of the log', async ({ page, request, kanat }) => {
  await storeLanguage(page, 'tr')
  const { email, password } = kanat.operator
  await request.post('/api/auth/login', { data: { email, password } })
  await signIn(page, kanat.superadmin, '/dashboard/audit')
  const rows = page.locator('tr[data-row]')
  await rows.nth(0).getByRole('link').first().focus()
  await expect(rows.nth(0).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1).locator(':focus')).toHaveCount(1)
  await expect(rows.nth(0).locator('[tabindex="0"]')).toHaveCount(0)
})

test('an admin sees the activity of the own company', async ({ page, request, kanat }) => {
  await uploadPhotos(request, kanat.operator, ['one.jpg'])
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin)
  await page.getByRole('link', { name: 'Etkinlik', exact: true }).click()
  await expect(page.getByRole('link', { name: 'one.jpg' })).toBeVisible()
  const actions = page.getByRole('combobox', { name: 'İşlem' }).getByRole('option')
  await expect(actions.filter({ hasText: 'Fotoğraflar ZIP olarak indirildi' })).toHaveCount(1)
  await expect(actions.filter({ hasText: 'İletişim mesajı gönderildi' })).toHaveCount(0)
})
