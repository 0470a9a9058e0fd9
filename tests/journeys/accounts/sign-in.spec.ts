import type { Page } from '@playwright/test'
import type { Account } from '../../support/accounts.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, storeLanguage, test } from '../support/kanat.ts'

/** Sends wrong passwords until the limit for one address is reached. */
async function reachSignInLimit(page: Page, { email }: Account): Promise<void> {
  let status = 0
  for (let n = 0; n < 20 && status !== 429; n += 1) {
    const answer = await page.request.post('/api/auth/login', { data: { email, password: `wrong ${n}` } })
    status = answer.status()
  }
  expect(status).toBe(429)
}

test('a user with too many attempts sees how long to wait and a countdown', async ({ page, kanat }) => {
  provoke(page, 429)
  await page.clock.install()
  await storeLanguage(page, 'tr')
  await reachSignInLimit(page, kanat.admin)
  await page.goto('/login')
  const fill = async (password: string) => {
    await page.getByLabel('E-posta', { exact: true }).fill(kanat.admin.email)
    await page.getByLabel('Şifre', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Giriş Yap' }).click()
  }
  await fill('wrong again')
  await expect(page.getByRole('alert')).toContainText(/Lütfen 15 dakika sonra tekrar deneyin\./)

  const timer = page.getByRole('timer')
  const left = async () => {
    const [, minutes, seconds] = /(\d+):(\d\d)/.exec((await timer.textContent()) ?? '') ?? []
    return Number(minutes) * 60 + Number(seconds)
  }
  const before = await left()
  expect(before).toBeGreaterThan(14 * 60)
  expect(before).toBeLessThanOrEqual(15 * 60)
  const announced = await page.getByRole('alert').innerHTML()
  await page.clock.runFor(90_000)
  await expect.poll(left).toBeLessThanOrEqual(before - 90)
  // The announced text did not change, so a screen reader does not read every second.
  const later = await page.getByRole('alert').innerHTML()
  expect(later).toBe(announced)
  await expect(page.getByRole('alert').getByRole('timer')).toHaveCount(0)

  // Another user on the same computer does not have to wait.
  await expect(page.getByRole('button', { name: 'Giriş Yap' })).toBeEnabled()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('alert')).toContainText('Too many attempts')
  await page.getByRole('button', { name: 'Türkçe' }).click()
  await page.clock.runFor(before * 1000)
  await expect(page.getByRole('status').filter({ hasText: 'Artık tekrar deneyebilirsiniz.' })).toBeVisible()
  await expect(timer).toHaveCount(0)
})

test('a user can show the typed password, also by keyboard', async ({ page, kanat }) => {
  provoke(page, 401)
  await storeLanguage(page, 'en')
  await page.goto('/login')
  const field = page.getByLabel('Password', { exact: true })
  const toggle = page.getByRole('button', { name: 'Show password' })
  await field.fill('rüzgâr')
  await expect(field).toHaveAttribute('type', 'password')
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')

  await field.press('Tab')
  await expect(toggle).toBeFocused()
  await page.keyboard.press('Space')
  await expect(field).toHaveAttribute('type', 'text')
  await expect(field).toHaveValue('rüzgâr')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect(toggle).toBeFocused()
  await expect(page).toHaveURL(/\/login/)

  // The password is hidden again when the form is sent.
  await page.getByLabel(/^(E-posta|E-mail)$/).fill(kanat.admin.email)
  await page.getByLabel(/^(E-posta|E-mail)$/).press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(field).toHaveAttribute('type', 'password')
})
