import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page, Route } from '@playwright/test'
import { CONTACT_SENT_BANNER_MS, CONTACT_SIMULATED_SEND_MS } from '#domain/limits.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, storeLanguage } from '../support/kanat.ts'
import { test } from '../support/public-site.ts'

const BUILT_SITES = resolve('.build', 'sites')

const TEXTS = {
  labels: { name: 'Ad soyad', email: 'E-posta', phone: 'Telefon', subject: 'Konu', message: 'Mesaj' },
  mistakes: { name: 'Adınızı yazın.', subject: 'Konuyu yazın.', message: 'Mesajınızı yazın.' },
  wrongEmail: 'E-posta adresini kontrol edin; Türkçe harf olmadan, ad@ornek.com gibi yazılmalı.',
  unanswerable: 'İkisini de boş bırakırsanız size dönemeyiz.',
  send: 'Gönder',
  sending: 'Gönderiliyor…',
  sent: 'Mesajınız başarıyla gönderildi!',
  failed: 'Mesaj gönderilirken bir hata oluştu',
} as const

const written = {
  name: 'Ilgın Şahin',
  email: 'ilgin@bora.example',
  phone: '+90 232 111 22 33',
  subject: 'Teklif',
  message: 'Karaburun’da 12 türbinimiz var.',
}

function formOf(page: Page) {
  const { labels, send, sending } = TEXTS
  const form = page.getByRole('form')
  const field = (name: keyof typeof written) => form.getByRole('textbox', { name: labels[name] })
  return {
    field,
    button: form.getByRole('button', { name: new RegExp(`^(${send}|${sending})$`) }),
    async fill(texts: Partial<typeof written>) {
      for (const [name, text] of Object.entries(texts)) await field(name as keyof typeof written).fill(text)
    },
    async expectTexts(texts: Partial<typeof written>) {
      for (const [name, text] of Object.entries(texts))
        await expect(field(name as keyof typeof written)).toHaveValue(text)
    },
  }
}

test('the form shows what is missing, with the first in focus', { tag: '@core' }, async ({ page }) => {
  await storeLanguage(page, 'tr')
  await page.goto('/contact')
  const { field, button, fill } = formOf(page)
  await field('email').fill('ilgin@bora')
  await button.click()

  for (const name of ['name', 'subject', 'message'] as const) {
    await expect(field(name)).toHaveAccessibleDescription(TEXTS.mistakes[name])
    await expect(field(name)).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(field('email')).toHaveAccessibleDescription(
    new RegExp(TEXTS.wrongEmail.replaceAll('.', '\\.')),
  )
  await expect(field('phone')).toHaveAttribute('aria-invalid', 'false')
  await expect(field('name')).toBeFocused()

  await fill({ name: written.name, subject: written.subject, message: '   ' })
  await expect(field('name')).toHaveAccessibleDescription('')
  await page.keyboard.press('Tab')
  await field('subject').press('Enter')
  await expect(field('email')).toBeFocused()
  await fill({ email: '' })
  for (const name of ['email', 'phone'] as const)
    await expect(field(name)).toHaveAccessibleDescription(TEXTS.unanswerable)
  await field('subject').press('Enter')
  await expect(field('message')).toBeFocused()
  await expect(field('message')).toHaveAccessibleDescription(TEXTS.mistakes.message)
})

test('a sent message is confirmed for some seconds and the form is empty', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') asked.push(request.url())
  })
  await storeLanguage(page, 'tr')
  await page.clock.install()
  await page.goto('/contact')
  const { button, fill, expectTexts } = formOf(page)
  await expect(button).toBeEnabled()
  await page.clock.pauseAt(Date.now() + 60_000)
  // Nobody can answer it, which the form has said.
  await fill({ ...written, email: '', phone: '' })
  await button.click()
  await expect(button).toHaveText(TEXTS.sending)
  await page.clock.runFor(CONTACT_SIMULATED_SEND_MS - 1)
  await expect(button).toHaveText(TEXTS.sending)
  await expectTexts({ message: written.message })
  await page.clock.runFor(1)

  const confirmation = page.getByRole('status').getByText(TEXTS.sent)
  await expect(confirmation).toBeVisible()
  await expect(button).toHaveText(TEXTS.send)
  await expectTexts({ name: '', email: '', phone: '', subject: '', message: '' })
  await page.clock.runFor(CONTACT_SENT_BANNER_MS - 1)
  await expect(confirmation).toBeVisible()
  await page.clock.runFor(1)
  await expect(confirmation).toBeHidden()
  expect(asked).toEqual([])
  // Nothing of it is kept as a draft.
  await expect.poll(() => page.evaluate(() => ({ ...sessionStorage }))).toEqual({})
})

test('the form posts to a configured endpoint, and a failure keeps the text', async ({ page }) => {
  provoke(page, 400, 429, 502, 'network')
  const site = 'https://kanat.example'
  const endpoint = 'https://forms.example/kanat'
  const folder = await buildSite({ PUBLIC_CONTACT_ENDPOINT: endpoint })
  await page.route(`${site}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ path: join(folder, extname(pathname) ? pathname : `${pathname}/index.html`) })
  })
  const posted: unknown[] = []
  const languages: unknown[] = []
  const answers: Parameters<Route['fulfill']>[0][] = [
    { status: 429, json: { success: false, message: 'Çok sık yazdınız; biraz sonra yeniden deneyin.' } },
    { status: 502, body: '<h1>Bad gateway</h1>' },
    { status: 200, body: '<h1>Welcome to nginx</h1>' },
    {
      status: 400,
      json: {
        success: false,
        message: 'Bazı bilgiler geçerli değil.',
        issues: [{ path: 'phone', message: 'Çok fazla işaret var.' }],
      },
    },
    { status: 200, json: { success: true } },
  ]
  await page.route(endpoint, async (route) => {
    languages.push(await route.request().headerValue('Accept-Language'))
    posted.push(route.request().postDataJSON())
    await route.fulfill({ ...answers[posted.length - 1], headers: { 'Access-Control-Allow-Origin': site } })
  })

  await storeLanguage(page, 'tr')
  await page.goto(`${site}/contact`)
  const { button, field, fill, expectTexts } = formOf(page)
  await fill(written)
  await button.click()
  await expect(page.getByRole('alert')).toHaveText('Çok sık yazdınız; biraz sonra yeniden deneyin.')
  await expectTexts(written)
  await button.click()
  await expect(page.getByRole('alert')).toHaveText(TEXTS.failed)
  await expectTexts(written)

  // The mistakes of a new attempt take the place of the old failure.
  await fill({ email: 'şule@ornek.com' })
  await button.click()
  await expect(field('email')).toHaveAccessibleDescription(/Türkçe harf olmadan/)
  await expect(field('email')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(posted).toHaveLength(2)
  await fill({ email: written.email })

  await button.click()
  await expect(page.getByRole('alert')).toHaveText(TEXTS.failed)
  await expectTexts(written)
  await button.click()
  await expect(page.getByRole('alert')).toHaveText('Bazı bilgiler geçerli değil.')
  await expect(field('phone')).toHaveAccessibleDescription(`${TEXTS.unanswerable} Çok fazla işaret var.`)
  await expect(field('phone')).toBeFocused()
  await fill({ phone: '' })
  await expect(field('phone')).toHaveAccessibleDescription(TEXTS.unanswerable)
  await fill({ phone: written.phone })
  await button.click()
  await expect(page.getByRole('status').getByText(TEXTS.sent)).toBeVisible()
  await expectTexts({ name: '', message: '' })
  expect(posted).toEqual(Array(5).fill(written))
  expect(languages).toEqual(Array(5).fill('tr'))

  await page.unroute(endpoint)
  await page.route(endpoint, (route) => route.abort())
  await fill(written)
  await button.click()
  await expect(page.getByRole('alert')).toHaveText(TEXTS.failed)
  await expectTexts(written)
  await rm(folder, { recursive: true })
})

/** @returns the folder of a site that is built with these environment variables */
async function buildSite(environment: Record<string, string>): Promise<string> {
  // Astro renames its pictures into the folder, so it has to be on the disk of the project.
  await mkdir(BUILT_SITES, { recursive: true })
  const folder = await mkdtemp(join(BUILT_SITES, 'site-'))
  await promisify(execFile)('astro', ['build', '--outDir', folder], {
    env: { ...process.env, ...environment },
  })
  return folder
}
