import type { Page } from '@playwright/test'
import type { Account } from '../builders.ts'
import { expect, speak, test } from './kanat.ts'

/** Guesses a password as often as the server lets one address do so. */
async function useUpAttempts(page: Page, { email }: Account): Promise<void> {
  let status = 0
  for (let n = 0; n < 20 && status !== 429; n += 1) {
    const answer = await page.request.post('/api/auth/login', { data: { email, password: `wrong ${n}` } })
    status = answer.status()
  }
  expect(status).toBe(429)
}

for (const [language, words] of Object.entries({
  tr: {
    email: 'E-posta',
    password: 'Şifre',
    submit: 'Giriş Yap',
    minutes: /Lütfen 15 dakika sonra tekrar deneyin\./,
    other: 'Too many attempts',
    toggle: 'English',
    over: 'Artık tekrar deneyebilirsiniz.',
  },
  en: {
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    minutes: /Please try again in 15 minutes\./,
    other: 'Çok fazla deneme yapıldı',
    toggle: 'Türkçe',
    over: 'You can try again now.',
  },
})) {
  test(`whoever guessed too often is told how long to wait, and sees it counted down, in ${language}`, async ({
    page,
    kanat,
  }) => {
    await page.clock.install()
    await speak(page, language as 'tr' | 'en')
    await useUpAttempts(page, kanat.admin)
    await page.goto('/login')
    const fill = async (password: string) => {
      await page.getByLabel(words.email, { exact: true }).fill(kanat.admin.email)
      await page.getByLabel(words.password, { exact: true }).fill(password)
      await page.getByRole('button', { name: words.submit }).click()
    }
    await fill('wrong again')
    await expect(page.getByRole('alert')).toContainText(words.minutes)

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
    // What is announced did not change meanwhile, so nobody hears every second.
    expect(await page.getByRole('alert').innerHTML()).toBe(announced)
    await expect(page.getByRole('alert').getByRole('timer')).toHaveCount(0)

    // Somebody else at the same machine is not kept waiting.
    await expect(page.getByRole('button', { name: words.submit })).toBeEnabled()
    await page.getByRole('button', { name: words.toggle }).click()
    await expect(page.getByRole('alert')).toContainText(words.other)
    await page.getByRole('button', { name: language === 'tr' ? 'Türkçe' : 'English' }).click()
    await page.clock.runFor(before * 1000)
    await expect(page.getByRole('status').filter({ hasText: words.over })).toBeVisible()
    await expect(timer).toHaveCount(0)
  })
}

for (const [language, name, password] of [
  ['tr', 'Şifreyi göster', 'Şifre'],
  ['en', 'Show password', 'Password'],
] as const) {
  test(`who types a password may look at it, by keyboard too, in ${language}`, async ({ page, kanat }) => {
    await speak(page, language)
    await page.goto('/login')
    const field = page.getByLabel(password, { exact: true })
    const toggle = page.getByRole('button', { name })
    await field.fill('rüzgâr')
    await expect(field).toHaveAttribute('type', 'password')
    await expect(toggle).toHaveAttribute('aria-pressed', 'false')

    await page.keyboard.press('Tab')
    await expect(toggle).toBeFocused()
    await page.keyboard.press('Space')
    await expect(field).toHaveAttribute('type', 'text')
    await expect(field).toHaveValue('rüzgâr')
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await expect(toggle).toBeFocused()
    await expect(page).toHaveURL(/\/login/)

    // It is hidden again once it is sent.
    await page.getByLabel(/^(E-posta|E-mail)$/).fill(kanat.admin.email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(field).toHaveAttribute('type', 'password')
  })
}
