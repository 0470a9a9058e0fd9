import { rm } from 'node:fs/promises'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type { Language } from '#domain/language.ts'
import { type Account, House, makeCompany, makeTurbine, makeUser } from '../builders.ts'
import { ServerProcess } from '../server-process.ts'

export { expect }

/** The built product on a free port, with two companies, some users and turbines. */
interface Kanat {
  origin: string
  /** The data folder of the server. */
  dir: string
  operator: Account
  admin: Account
  customer: Account
  superadmin: Account
}

export const test = base.extend<{ kanat: Kanat }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  kanat: async ({}, use) => {
    const { dir, ...accounts } = await seed()
    await using server = await ServerProcess.start(dir)
    await use({ origin: server.origin, dir, ...accounts })
    await server.end('SIGTERM')
    await rm(dir, { recursive: true })
  },
  baseURL: async ({ kanat }, use) => use(kanat.origin),
})

async function seed() {
  const server = await House.open()
  const bora = await makeCompany(server, 'Bora Enerji')
  const lodos = await makeCompany(server, 'Lodos Rüzgâr')
  await makeTurbine(server, {
    company_id: bora,
    turbine_name: 'Karaburun 4',
    city: 'izmir',
    code: 'KRB-04',
    location: 'Mordoğan',
  })
  await makeTurbine(server, { company_id: bora, city: 'ığdır', code: 'IGD-01', location: 'Aralık' })
  await makeTurbine(server, {
    company_id: lodos,
    turbine_name: 'Soma 7',
    city: 'manisa',
    code: 'SOM-07',
    location: 'Soma',
  })
  const superadmin = await makeUser(server, { role: 'superadmin' })
  const operator = await makeUser(server, { role: 'operator', company_id: bora })
  const admin = await makeUser(server, { role: 'admin', company_id: bora })
  const customer = await makeUser(server, { role: 'customer', company_id: bora })
  server.services.db.close()
  return { dir: server.dir, superadmin, operator, admin, customer }
}

/** Stores the language as if the user had chosen it before. */
export async function storeLanguage(page: Page, language: Language): Promise<void> {
  await page.addInitScript((chosen) => {
    if (!localStorage.getItem('kanat.language')) localStorage.setItem('kanat.language', chosen)
  }, language)
}

/** Signs in on the sign-in page and waits for the turbine list. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/login')
  await page.getByLabel(/^(E-posta|E-mail)$/).fill(email)
  await page.getByLabel(/^(Şifre|Password)$/).fill(password)
  await page.getByRole('button', { name: /^(Giriş yap|Sign in)$/ }).click()
  await expect(page).toHaveURL('/dashboard')
}

/** Brings every animation that has an end to it, so that the page looks as it does after a while. */
export async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY) animation.finish()
    }
  })
}

/** Asks to sign out by the account menu of the header. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /(hesap menüsü|account menu)$/ }).click()
  await page.getByRole('menuitem', { name: /^(Çıkış yap|Sign out)$/ }).click()
}

/** The photo viewer; it is found by its download link, because a toast is a dialog too. */
export function photoViewer(page: Page): Locator {
  return page
    .getByRole('dialog')
    .filter({ has: page.getByRole('link', { name: /^(Özgün dosyayı indir|Download the original)$/ }) })
}
