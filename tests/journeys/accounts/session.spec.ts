import { provoke } from '../support/console-errors.ts'
import { expect, signIn, signInByForm, signOut, storeLanguage, test } from '../support/kanat.ts'

test('a wrong password shows an error in the language of the page', async ({ page, kanat }) => {
  provoke(page, 401)
  await page.goto('/login')
  for (const [language, message] of [
    ['tr', 'Giriş başarısız. Lütfen bilgilerinizi kontrol edin.'],
    ['en', 'Login failed. Please check your credentials.'],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
    await page.reload()
    await page.getByLabel(/^(E-posta|E-mail)$/).fill(kanat.admin.email)
    await page.getByLabel(/^(Şifre|Password)$/).fill('not this one')
    await page.getByLabel(/^(Şifre|Password)$/).press('Enter')
    await expect(page.getByRole('alert')).toContainText(message)
  }
})

test('a visitor is redirected to the sign-in page and returns to the requested page after signing in', {
  tag: '@core',
}, async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await page.goto('/dashboard/turbine/1')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('E-posta').fill(kanat.admin.email)
  await page.getByLabel('Şifre').fill(kanat.admin.password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page).toHaveURL('/dashboard/turbine/1')
  await expect(page.getByRole('heading', { level: 1, name: 'Karaburun 4' })).toBeVisible()
})

test('signing out ends the session everywhere', { tag: '@core' }, async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signInByForm(page, kanat.admin)
  const token = await page.evaluate(() => localStorage.getItem('kanat.token'))
  const preferences = () =>
    page.evaluate(() => ['kanat.language', 'kanat.theme'].map((key) => localStorage.getItem(key)))
  await page.getByRole('button', { name: 'Koyu temaya geç' }).click()
  await expect.poll(preferences).toEqual(['tr', 'dark'])
  await signOut(page)
  await expect(page).toHaveURL('/')
  // The server lets the browser empty its cache, but not the storage.
  await expect.poll(preferences).toEqual(['tr', 'dark'])
  const answer = await page.request.get('/api/auth/verify', { headers: { Authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(401)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)
})

test('a session that ended on the server ends in the panel', async ({ page, kanat }) => {
  provoke(page, 401)
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin)
  await expect(page.getByRole('link', { name: /Karaburun 4/ })).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('kanat.token'))
  await page.request.post('/api/auth/logout', { headers: { Authorization: `Bearer ${token}` } })
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('kanat.token'))).toBeNull()
})

test('the session continues if the server does not answer', async ({ page, kanat }) => {
  provoke(page, 'network')
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin)
  await page.route('**/api/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Bağlantı yok' })).toBeVisible()
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(page.getByRole('link', { name: /Karaburun 4/ })).toBeVisible()
})

test('language and theme are kept, other tabs follow', async ({ page, context, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { level: 1, name: 'Türbinler' })).toBeVisible()

  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Turbines' })).toBeVisible()
  await expect(other.getByRole('heading', { level: 1, name: 'Turbines' })).toBeVisible()
  await page.getByRole('button', { name: /dark/i }).click()
  for (const tab of [page, other]) await expect(tab.locator('html')).toHaveAttribute('data-theme', 'dark')

  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('the panel shows a notice in a narrow window and on a phone', async ({ page, browser, kanat }) => {
  await storeLanguage(page, 'tr')
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto('/login')
  await expect(page.getByText(/yalnızca masaüstü bilgisayarlar için/).first()).toBeVisible()
  await page.setViewportSize({ width: 1200, height: 900 })
  await expect(page.getByLabel('E-posta')).toBeVisible()

  const phone = await browser.newPage({
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
    locale: 'en-GB',
  })
  await phone.goto(`${kanat.origin}/dashboard`)
  await expect(phone.getByText(/desktop computers/).first()).toBeVisible()
  await phone.close()
})

test('unknown addresses show the page for 404', async ({ page, kanat }) => {
  provoke(page, 404)
  await storeLanguage(page, 'tr')
  const answer = await page.goto('/nothing-here')
  expect(answer?.status()).toBe(404)
  await signIn(page, kanat.admin, '/dashboard/nothing')
  await expect(page.getByRole('heading', { name: 'Sayfa bulunamadı' })).toBeVisible()
  await page.goto('/dashboard/turbine/3')
  await expect(page.getByText('Türbin bulunamadı')).toBeVisible()
  await page.goto('/dashboard/turbine/abc')
  await expect(page.getByText('Geçersiz türbin ID')).toBeVisible()
})
