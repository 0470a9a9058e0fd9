import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Account } from '../../support/accounts.ts'
import { readMail } from '../../support/servers/mail-server.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

/** Waits for the mail with a new password and returns the password. */
async function mailedPassword(dir: string, { email }: Account): Promise<string> {
  const outbox = join(dir, 'outbox')
  const names = async () => (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
  await expect.poll(async () => (await names()).length).toBe(1)
  const [name = ''] = await names()
  const { headers, password } = readMail(await readFile(join(outbox, name), 'utf8'))
  expect(headers.to).toBe(email)
  return password
}

async function signInWith(page: Page, email: string, password: string) {
  await page.getByLabel('E-posta').fill(email)
  await page.getByLabel('Şifre', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
}

test('a user gets a new password by mail, and then chooses one', { tag: '@core' }, async ({
  page,
  kanat,
}) => {
  provoke(page, 400)
  await storeLanguage(page, 'tr')
  await page.goto('/dashboard/turbine/1?a=3.2026')
  await page.getByLabel('E-posta').fill(kanat.operator.email)
  await page.getByRole('link', { name: 'Şifremi unuttum' }).click()
  await expect(page).toHaveURL('/password-reset')
  const email = page.getByRole('textbox', { name: 'E-posta' })
  await expect(email).toHaveValue(kanat.operator.email)
  await page.getByRole('button', { name: 'Yeni şifre gönder' }).click()

  await expect(page.getByRole('heading', { name: 'Yeni Şifre Gönderildi!' })).toBeVisible()
  await expect(page.getByText(kanat.operator.email)).toBeVisible()
  await expect(page.getByText(/istenmeyen posta \(spam\)/)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '60 dakika' })).toBeVisible()
  await page.getByRole('button', { name: 'Tekrar gönder' }).click()
  await expect(page.getByText(/En fazla 5 dakikada bir e-posta gönderilir/)).toBeVisible()
  const mailed = await mailedPassword(kanat.dir, kanat.operator)

  await page.getByRole('link', { name: 'Girişe dön' }).click()
  await expect(page.getByLabel('E-posta')).toHaveValue(kanat.operator.email)
  await expect(page.getByLabel('Şifre', { exact: true })).toBeFocused()
  await signInWith(page, kanat.operator.email, mailed)
  await expect(page).toHaveURL('/dashboard/turbine/1?a=3.2026')
  await expect(page.getByRole('heading', { name: 'Kendi şifrenizi belirleyin' })).toBeVisible()

  // The panel asks again after a reload and at every other address.
  for (const address of ['/dashboard', '/dashboard/turbine/1?a=3.2026']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Kendi şifrenizi belirleyin' })).toBeVisible()
  }
  const password = page.getByRole('textbox', { name: 'Yeni şifre', exact: true })
  const repeat = page.getByRole('textbox', { name: 'Yeni şifre (tekrar)', exact: true })
  const save = page.getByRole('button', { name: 'Şifreyi kaydet ve devam et' })
  await password.fill(mailed)
  await repeat.fill(mailed)
  await save.click()
  await expect(password).toHaveAccessibleDescription(/tek kullanımlık şifre/)
  await password.fill('fırtına-7')
  await repeat.fill('fırtına-7')
  await save.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Karaburun 4' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/turbine/1?a=3.2026')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Karaburun 4' })).toBeVisible()
})

test('the form for a new password says what is missing and when it cannot be sent', async ({ page }) => {
  provoke(page, 429, 500)
  await storeLanguage(page, 'en')
  await page.goto('/password-reset')
  const email = page.getByRole('textbox', { name: 'E-mail' })
  const submit = page.getByRole('button', { name: 'Send new password' })
  await submit.click()
  await expect(email).toHaveAccessibleDescription('Email address is required')
  await email.fill('not an address')
  await submit.click()
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address')

  await email.fill('ada@kanat.example')
  await page.route('**/api/auth/password-reset*', (route) => route.fulfill({ status: 500, body: '<h1>' }))
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText('An error occurred, please try again')
  await expect(email).toBeFocused()
  await page.unroute('**/api/auth/password-reset*')
  await page.route('**/api/auth/password-reset*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '600' },
      json: { success: false, error: 'too_many_requests', message: 'x' },
    }),
  )
  await submit.click()
  await expect(page.getByRole('timer')).toBeVisible()

  // The answer is the same for an address without an account.
  await page.unrouteAll()
  await email.fill('nobody@kanat.example')
  await submit.click()
  await expect(page.getByText('nobody@kanat.example')).toBeVisible()
})

test('a user changes the password, and other sessions end', async ({ page, browser, kanat }) => {
  provoke(page, 400, 401)
  const elsewhere = await browser.newPage({ baseURL: kanat.origin })
  await storeLanguage(elsewhere, 'tr')
  await signIn(elsewhere, kanat.admin)
  await expect(elsewhere.getByRole('link', { name: /Karaburun 4/ })).toBeVisible()

  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin)
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Karaburun 4' })).toBeVisible()
  await page.getByRole('button', { name: /hesap menüsü$/ }).click()
  await page.getByRole('menuitem', { name: 'Hesabım' }).click()
  await expect(page).toHaveURL('/dashboard/account')
  await expect(page.getByText(/diğer cihazlardaki ve tarayıcılardaki oturumlarınız sona erer/)).toBeVisible()
  const current = page.getByRole('textbox', { name: 'Mevcut şifre', exact: true })
  const password = page.getByRole('textbox', { name: 'Yeni şifre', exact: true })
  const repeat = page.getByRole('textbox', { name: 'Yeni şifre (tekrar)', exact: true })
  const save = page.getByRole('button', { name: 'Şifreyi değiştir' })

  await save.click()
  await expect(current).toBeFocused()
  await expect(current).toHaveAccessibleDescription('Mevcut şifre gereklidir')
  await expect(password).toHaveAccessibleDescription('Yeni şifre gereklidir')
  await current.fill('not this one')
  await password.fill('kısa')
  await save.click()
  await expect(password).toHaveAccessibleDescription('Şifre en az 6 karakter olmalı')
  await password.fill('fırtına-7')
  await repeat.fill('fırtına-8')
  await save.click()
  await expect(repeat).toHaveAccessibleDescription('Şifreler eşleşmiyor')
  await repeat.fill('fırtına-7')
  await save.click()
  await expect(current).toHaveAccessibleDescription('Mevcut şifreniz yanlış.')
  await current.fill(kanat.admin.password)
  for (const field of [password, repeat]) await field.fill('123456')
  await save.click()
  await expect(password).toHaveAccessibleDescription(/^Bu, en yaygın kullanılan şifrelerden biri/)
  for (const field of [password, repeat]) await field.fill('fırtına-7')
  await save.click()

  await expect(page.getByText('Diğer oturumlarınız sona erdi.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Hesabım' })).toBeVisible()
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL('/login')
  await elsewhere.close()
})

test('another tab asks for the new password too, and goes on', async ({ page, context, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.operator)
  await page.request.post('/api/auth/password-reset', { data: { email: kanat.operator.email } })
  const mailed = await mailedPassword(kanat.dir, kanat.operator)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('link', { name: /Karaburun 4/ })).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page).toHaveURL('/login')
  await signInWith(page, kanat.operator.email, mailed)
  for (const tab of [page, other])
    await expect(tab.getByRole('heading', { name: 'Kendi şifrenizi belirleyin' })).toBeVisible()

  await other.getByRole('textbox', { name: 'Yeni şifre', exact: true }).fill('fırtına-7')
  await other.getByRole('textbox', { name: 'Yeni şifre (tekrar)', exact: true }).fill('fırtına-7')
  await other.getByRole('textbox', { name: 'Yeni şifre (tekrar)', exact: true }).press('Enter')
  for (const tab of [page, other]) await expect(tab.getByRole('link', { name: /Karaburun 4/ })).toBeVisible()
})
