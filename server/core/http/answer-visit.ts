import type { Context } from 'hono'
import en from '#content/errors/en.json' with { type: 'json' }
import tr from '#content/errors/tr.json' with { type: 'json' }
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'

const WORDS = { tr: tr.pages, en: en.pages } as const

/**
 * The page for a person who opens a file's address in the browser without a session. Undefined for scripts, pictures and clients without a
 * screen, which get JSON.
 *
 * On navigation from another site, such as webmail, the browser withholds a `SameSite=Strict` cookie. So the page reopens the file from its
 * own address. If the session is still missing, there is none.
 *
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function answerVisit(c: Context): Response | undefined {
  if (c.req.method !== 'GET' || !c.req.path.startsWith('/media/')) return undefined
  if (c.req.header('Sec-Fetch-Mode') !== 'navigate' || c.req.header('Sec-Fetch-Dest') !== 'document') {
    return undefined
  }
  const language = preferredLanguage(c)
  const words = WORDS[language]
  const opensAgain = c.req.header('Sec-Fetch-Site') === 'cross-site'
  const page = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${opensAgain ? '<meta http-equiv="refresh" content="0">' : ''}
<title>Kanat</title>
<style>body { max-width: 32rem; margin: 20vh auto; padding: 0 1.5rem; font: 1rem/1.6 system-ui, sans-serif }</style>
<p>${opensAgain ? words.opening : words.signed_out}</p>
<p>${opensAgain ? `<a href="">${words.open}</a>` : `<a href="${PANEL_ADDRESSES.signIn}">${words.sign_in}</a>`}</p>
`
  return c.html(page, 401, {
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  })
}
