import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { Language } from '#domain/text/language.ts'
import { mailTexts } from '#server/infrastructure/mail/mail-texts.ts'

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 48px 16px; background: #f6f9f9; color: #16272b; font: 16px/24px -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
main { max-width: 480px; margin: 0 auto; padding: 32px 24px; background: #fff; border: 1px solid #d9e2e4; border-radius: 8px; }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 28px; }
p { margin: 0 0 24px; }
button { padding: 12px 24px; border: 0; border-radius: 8px; background: #0f5c69; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible { outline: 3px solid #0f5c69; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  body { background: #10181a; color: #eaf0f1; }
  main { background: #182225; border-color: #2c393d; }
  button { background: #5cc3cc; color: #0b2024; }
}`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The headers of the page: no script, and a form to this server only. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  // The address has the token.
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

/** The confirmation page: programs that prefetch links must not unsubscribe. */
export function askingPage(language: Language): Promise<string> {
  const words = mailTexts(language, 'notices')
  return page(
    language,
    words('page.title'),
    html`<p>${words('page.text')}</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button type="submit">${words('page.action')}</button></form>`,
  )
}

/** The page after the unsubscription. */
export function endedPage(language: Language): Promise<string> {
  const words = mailTexts(language, 'notices')
  return page(language, words('page.ended'), html`<p>${words('page.ended.text')}</p>`)
}

async function page(language: Language, title: string, body: ReturnType<typeof html>): Promise<string> {
  return String(
    await html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · Kanat</title>
<style>${raw(STYLE)}</style>
</head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>`,
  )
}
