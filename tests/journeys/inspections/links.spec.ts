import type { Page } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'
import { expectNoViolations } from '../support/axe.ts'
import { addFinding, signInByApi, uploadNamed } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { moveInspection } from '../support/inspections.ts'
import { expect, type Kanat, signIn, storeLanguage, test } from '../support/kanat.ts'

const YEAR = 2026
const PHONE = { width: 390, height: 844 }

/** Karaburun 4 has a published inspection with three findings, two of them close together, and its company allows links. */
async function prepare(page: Page, { admin, superadmin }: Kanat) {
  const [photo] = await uploadNamed(page.request, admin, { 'a.jpg': await jpeg() }, { year: String(YEAR) })
  const place = { year: YEAR, blade: 'A', side: 'LE', type: 'le-erosion' } as const
  const shape = {
    on: 'image',
    kind: 'box',
    points: [
      [0.2, 0.2],
      [0.6, 0.7],
    ],
  } as const
  const fields = { ...place, photo_id: photo?.id ?? null, from_m: 12, text: 'Uçta açılma var.' }
  await addFinding(page.request, admin, { ...fields, shape: structuredClone(shape) as never, severity: 4 })
  await addFinding(page.request, admin, { ...place, severity: 2, from_m: 12.1 })
  await addFinding(page.request, admin, { ...place, blade: 'C', severity: 1, from_m: 40 })
  await moveInspection(page.request, admin, 1, YEAR, 'published')
  const headers = await signInByApi(page.request, superadmin)
  const { turbine } = await (await page.request.get('/api/turbines/1', { headers })).json()
  const path = `/api/companies/${turbine.company_id}`
  const answer = await page.request.put(path, { headers, data: { links_allowed: true } })
  const isAllowed = answer.ok()
  expect(isAllowed).toBe(true)
}

/** Reloads the page in both themes, which needs no secret, and looks at it on a phone and on a wide screen. */
async function look(page: Page) {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((chosen) => localStorage.setItem('kanat.theme', chosen), theme)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Karaburun 4' })).toBeVisible()
    await expectNoViolations(page)
    for (const size of [PHONE, { width: 1440, height: 900 }]) {
      await page.setViewportSize(size)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
    }
  }
}

test('a manager shares an inspection with a password; the reader needs no account, until it is revoked', {
  tag: '@core',
}, async ({ page, kanat, browser, baseURL }) => {
  await storeLanguage(page, 'tr')
  await prepare(page, kanat)
  await signIn(page, kanat.admin, `/dashboard/turbine/1?year=${YEAR}`)
  await page.getByRole('button', { name: 'Bağlantı paylaş' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bağlantı paylaş' })
  // A wrong field is said once, beside it, as in every form.
  await dialog.getByRole('textbox', { name: 'Şifre (isteğe bağlı)' }).fill('kısa')
  await dialog.getByRole('button', { name: 'Bağlantı oluştur' }).click()
  await expect(dialog.getByText('Şifre en az 6 karakter olmalı')).toHaveCount(1)
  await dialog.getByRole('textbox', { name: 'Şifre (isteğe bağlı)' }).fill('yelkovan-9')
  await dialog.getByRole('button', { name: 'Bağlantı oluştur' }).click()
  await expect(page.getByText('bir daha gösterilmez')).toBeVisible()
  const address = (await page.getByText(/^http.*\/s#/).innerText()).trim()

  const context = await browser.newContext({ locale: 'tr', ...(baseURL && { baseURL }) })
  const reader = await context.newPage()
  provoke(reader, 401, 404)
  const { pathname, hash } = new URL(address)
  await reader.goto(pathname + hash)
  await reader.getByLabel('Şifre').fill('poyraz-34')
  await reader.getByRole('button', { name: 'Aç' }).click()
  await expect(reader.getByRole('alert')).toHaveText('Şifre doğru değil. Lütfen tekrar deneyin.')
  await expectNoViolations(reader)
  await reader.getByLabel('Şifre').fill('yelkovan-9')
  await reader.getByRole('button', { name: 'Aç' }).click()
  await expect(reader.getByRole('heading', { level: 1, name: 'Karaburun 4' })).toBeVisible()
  await expect(reader.getByText('Öncelikli onarım: ağır hasarlar var')).toBeVisible()
  // The secret is neither in the address nor in the history.
  await expect(reader).toHaveURL(/\/s\?link=\d+$/)
  await expect(reader.getByRole('img', { name: 'A-LE-001 bulgusunun fotoğrafı' })).toBeVisible()
  await reader.getByRole('button', { name: /^×2: .*A-LE-001/ }).click()
  await expect(reader.getByRole('listitem').filter({ hasText: 'Uçta açılma var.' })).toBeFocused()
  await look(reader)

  await page.getByRole('button', { name: 'Kapat' }).click()
  await page.getByRole('button', { name: 'Bağlantı paylaş' }).click()
  await expect(dialog.getByText(/^1 kez açıldı/)).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: `${YEAR} denetimi bağlantısını iptal et` }).click()
  await expect(dialog.getByText('Bu türbinin geçerli bağlantısı yok.')).toBeVisible()
  await reader.reload()
  await expect(reader.getByText('Bu bağlantı artık geçerli değil.')).toBeVisible()
  await expectNoViolations(reader)
  await context.close()
})

test('a link opens in English, and says so when it is not valid', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  await prepare(page, kanat)
  const headers = { ...(await signInByApi(page.request, kanat.admin)), 'Accept-Language': 'en' }
  const data = { kind: 'inspection', turbine_id: 1, year: YEAR, originals: true }
  const { address } = await (await page.request.post('/api/links', { headers, data })).json()
  const { pathname, hash } = new URL(address)
  expect(pathname).toBe('/en/s')
  await page.goto(pathname + hash)
  await expect(page.getByText('Priority repair: there is high damage')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download the original photo' })).toBeVisible()
  await look(page)
  provoke(page, 404)
  await page.goto('/en/s#wrong')
  await expect(page.getByText('This link is not valid any more.')).toBeVisible()
})
