import type { Browser, Page } from '@playwright/test'
import { expect, storeLanguage } from '../support/kanat.ts'
import { test } from '../support/public-site.ts'

const written = {
  name: 'Ilgın Şahin',
  email: 'ilgin@bora.example',
  phone: '+90 232 111 22 33',
  subject: 'Teklif',
  message: 'Karaburun’da 12 türbinimiz var.\nÜçü arızalı.',
}

type Field = keyof typeof written
const FIELDS = Object.keys(written) as Field[]

const field = (page: Page, name: Field) => page.locator(`form [name=${name}]`)

async function fill(page: Page, texts: Partial<typeof written>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) await field(page, name as Field).fill(text)
}

async function expectTexts(page: Page, texts: Partial<typeof written>): Promise<void> {
  for (const name of FIELDS) await expect(field(page, name)).toHaveValue(texts[name] ?? '')
}

/** A page with a hydrated form. */
async function openForm(page: Page): Promise<void> {
  await page.goto('/contact')
  await expect(page.getByRole('button', { name: 'Gönder' })).toBeEnabled()
}

async function newTurkishPage(browser: Browser, baseURL = ''): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'tr' })
  return context.newPage()
}

test('the typed text stays after a change of language, after Back and after a reload', async ({ page }) => {
  await storeLanguage(page, 'tr')
  await openForm(page)
  await fill(page, written)
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL('/en/contact')
  await expectTexts(page, written)
  await fill(page, { subject: 'Offer' })

  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/en/about')
  await page.goBack()
  await expect(page).toHaveURL('/en/contact')
  await expectTexts(page, { ...written, subject: 'Offer' })
  await page.goForward()
  await expect(page).toHaveURL('/en/about')
  await page.getByRole('link', { name: 'Türkçe' }).click()
  await expect(page).toHaveURL('/about')
  await page.goBack()
  await expect(page).toHaveURL('/contact')
  await expectTexts(page, { ...written, subject: 'Offer' })
  await page.reload()
  await expectTexts(page, { ...written, subject: 'Offer' })
})

test('the text stays when another tab changes the language', async ({ browser, baseURL }) => {
  const page = await newTurkishPage(browser, baseURL)
  const tab = await page.context().newPage()
  await openForm(page)
  await fill(page, written)
  await tab.goto('/about')
  await tab.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL('/en/contact')
  await expectTexts(page, written)
  await tab.goto('/en/contact')
  await expectTexts(tab, {})
  // What the first tab has typed above would have been stored long ago.
  const stored = await tab.evaluate(() => JSON.stringify({ ...localStorage }) + document.cookie)
  for (const text of Object.values(written)) expect(stored).not.toContain(text)
  await page.context().close()
})

test('text that is typed before the form is hydrated stays too', async ({ browser, baseURL }) => {
  const page = await newTurkishPage(browser, baseURL)
  await page.route('**/_astro/contact-form*.js', () => {
    // This request never gets an answer.
  })
  await page.goto('/contact', { waitUntil: 'commit' })
  await fill(page, written)
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL('/en/contact')
  await expectTexts(page, written)
  await page.context().close()
})

test('who comes to ask for a demo finds the subject filled in, but never loses another one', async ({
  page,
}) => {
  await storeLanguage(page, 'tr')
  await page.goto('/contact?demo')
  await expectTexts(page, { subject: 'Demo talebi' })
  await page.getByRole('link', { name: 'English' }).click()
  await expectTexts(page, { subject: 'Demo request' })
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  await expectTexts(page, { subject: 'Demo request' })
  await fill(page, { subject: 'Offer' })
  await page.reload()
  await expectTexts(page, { subject: 'Offer' })
})
