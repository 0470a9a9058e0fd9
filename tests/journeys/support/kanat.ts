import { cp, rm } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import type { Language } from '#domain/text/language.ts'
import type { Account } from '../../support/accounts.ts'
import { temporaryFolder } from '../../support/test-app.ts'
import { provoke } from './console-errors.ts'
import { test as publicTest, startServer } from './public-site.ts'
import type { Seed } from './seed.ts'
import { ServedApp } from './served-app.ts'

export { expect }

/** The built product on a free port, with a copy of the seeded data that belongs to one test. */
export interface Kanat extends Pick<Seed, 'operator' | 'admin' | 'customer' | 'superadmin'> {
  origin: string
  /** The data folder of the server. */
  dir: string
}

/** A `Kanat` in a process of its own. */
interface KillableKanat extends Kanat {
  /** Kills the server, so that it cannot shut down properly. */
  kill(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
}

export const test = publicTest.extend<{ kanat: Kanat }>({
  kanat: async ({ seed, shared }, use) => {
    await using folder = await copySeed(seed)
    await using server = await ServedApp.start(folder.dir, shared)
    await use({ ...folder.kanat, origin: server.origin })
  },
  baseURL: async ({ kanat }, use) => use(kanat.origin),
})

/** For journeys that kill the server. */
export const killableTest = publicTest.extend<{ kanat: KillableKanat }>({
  kanat: async ({ seed }, use) => {
    await using folder = await copySeed(seed)
    let server = await startServer(folder.dir)
    const { origin } = server
    const kill = async () => void (await server.end('SIGKILL'))
    const start = async () => {
      server = await startServer(folder.dir, { PORT: new URL(origin).port })
    }
    try {
      await use({ ...folder.kanat, origin, kill, start })
      await server.end('SIGTERM')
    } finally {
      await server[Symbol.asyncDispose]()
    }
  },
  baseURL: async ({ kanat }, use) => use(kanat.origin),
})

/** Copies the seeded data for one test. */
async function copySeed({ dir: seeded, operator, admin, customer, superadmin }: Seed) {
  const dir = await temporaryFolder()
  await cp(seeded, dir, { recursive: true })
  const kanat: Omit<Kanat, 'origin'> = { dir, operator, admin, customer, superadmin }
  return { dir, kanat, [Symbol.asyncDispose]: () => rm(dir, { recursive: true }) }
}

/** Stores the language as if the user had chosen it before. */
export async function storeLanguage(page: Page, language: Language): Promise<void> {
  await page.addInitScript((chosen) => {
    if (!localStorage.getItem('kanat.language')) localStorage.setItem('kanat.language', chosen)
  }, language)
}

/** Opens the page as this user. The session is opened by the API; `signInByForm` uses the sign-in page. */
export async function signIn(
  page: Page,
  { email, password }: Account,
  path: string = PANEL_ADDRESSES.turbines,
): Promise<void> {
  // Sets the cookie too, because the page and its requests share the cookies.
  const answer = await page.request.post('/api/auth/login', { data: { email, password } })
  const { token, user } = (await answer.json()) as { token: string; user: object }
  // A file of the same origin, because local storage belongs to an origin.
  if (page.url() === 'about:blank') await page.goto('/robots.txt')
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('kanat.token', token)
      localStorage.setItem('kanat.user', user)
    },
    [token, JSON.stringify(user)] as const,
  )
  await page.goto(path)
}

/** Signs in on the sign-in page and waits for the turbine list. */
export async function signInByForm(page: Page, account: Account): Promise<void> {
  await page.goto('/login')
  await sendSignInForm(page, account)
  await expect(page).toHaveURL('/dashboard')
}

/**
 * Waits for the sign-in page and signs in there, which then opens the screen that the user wanted. Without waiting, the text
 * would go into a dialog of the former screen that has fields with the same labels.
 */
export async function sendSignInForm(
  page: Page,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<void> {
  await expect(page).toHaveURL('/login')
  await page.getByLabel(/^(E-posta|E-mail)$/).fill(email)
  await page.getByLabel(/^(Şifre|Password)$/).fill(password)
  await page.getByRole('button', { name: /^(Giriş yap|Sign in)$/ }).click()
}

/** Ends the session of the page on the server, as a timeout or an administrator does. */
export async function endSessionOnServer(page: Page): Promise<void> {
  provoke(page, 401)
  const token = await page.evaluate(() => localStorage.getItem('kanat.token'))
  await page.request.post('/api/auth/logout', { headers: { Authorization: `Bearer ${token}` } })
}

/** Opens a tab of a turbine's page. @param name as on the screen, without its number */
export async function openTab(page: Page, name: string): Promise<void> {
  const tabs = page.getByRole('navigation', { name: /^(Sayfanın bölümleri|Sections of)/ })
  const tab = tabs.getByRole('link', { name: new RegExp(`^${name}`) })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-current', 'page')
}

/** Switches the language by the button of the header. */
export async function switchLanguage(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(English|Türkçe)$/ })
    .click()
}

/** Finishes all animations that are not endless, so that the page has its final look. */
export async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState !== 'finished' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
        )
    // The end of a transition may start others, for example if an element with its own transition inherits a colour.
    for (let chain = 0; chain < 10; chain += 1) for (const animation of running()) animation.finish()
  })
}

/** Reads a value again until it does not change any more, such as the position of a moving element. */
export async function settled<T>(read: () => Promise<T>): Promise<T> {
  const looks: T[] = []
  await expect(async () => {
    looks.unshift(await read())
    expect(looks.slice(0, 2)).toEqual([looks[0], looks[0]])
  }).toPass({ intervals: [100] })
  return looks[0] as T
}

/** Asks to sign out by the account menu of the header. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /(hesap menüsü|account menu)$/ }).click()
  await page.getByRole('menuitem', { name: /^(Çıkış yap|Sign out)$/ }).click()
}

/** Agrees to lose what was typed in a form, when it asks before it closes. */
export async function agreeToDiscard(page: Page): Promise<void> {
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^(Değişiklikleri sil|Discard changes)$/ })
    .click()
}

/** The lightbox; it is found by its download link, because a toast is a dialog too. */
export function lightboxOf(page: Page): Locator {
  return page
    .getByRole('dialog')
    .filter({ has: page.getByRole('link', { name: /^(Özgün dosyayı indir|Download the original)$/ }) })
}
