import { type Browser, chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../../../tests/support/programs/chromium.mjs'
import { SUPERADMIN } from '../../../tests/support/servers/server-process.ts'

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    args: CHROMIUM_ARGS,
    executablePath: findChromium() ?? chromium.executablePath(),
  })
}

/** A page whose local storage and cookies belong to the superadmin. */
export async function signedInPage(browser: Browser, baseURL: string): Promise<Page> {
  const page = await browser.newPage({ baseURL, locale: 'tr', viewport: { width: 1440, height: 900 } })
  const answer = await page.request.post('/api/auth/login', { data: SUPERADMIN })
  const { token, user } = (await answer.json()) as { token: string; user: object }
  await page.addInitScript(
    ([token, user]) => {
      localStorage.setItem('kanat.token', token)
      localStorage.setItem('kanat.user', user)
    },
    [token, JSON.stringify(user)] as const,
  )
  return page
}
