import { html } from 'hono/html'
import type { Language } from '#domain/text/language.ts'

interface Letter {
  language: Language
  title: string
  signature: string
  /** HTML with escaped values. */
  body: ReturnType<typeof html>
}

/**
 * The HTML page of a mail. Many mail programs support only style attributes, so styles are on the elements. Dark mode uses the media query.
 */
export async function letter({ language, title, signature, body }: Letter): Promise<string> {
  const page = await html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>
@media (prefers-color-scheme: dark) {
  .ground { background-color: #10181a !important; }
  .sheet { background-color: #182225 !important; border-color: #2c393d !important; color: #eaf0f1 !important; }
  .password { background-color: #22343a !important; }
  .action { background-color: #5cc3cc !important; color: #0b2024 !important; }
  .soft { color: #b3c1c5 !important; }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#f6f9f9">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="ground" align="center" style="padding:32px 12px;background-color:#f6f9f9">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px">
<tr><td class="sheet" style="padding:32px 24px;background-color:#ffffff;border:1px solid #d9e2e4;border-radius:8px;color:#16272b;font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-size:16px;line-height:24px">
${body}
</td></tr>
<tr><td class="soft" align="center" style="padding:16px 32px;color:#4a5b60;font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-size:13px;line-height:20px">${signature}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`
  return String(page)
}

/** Removes line breaks from a name, which could otherwise add paragraphs to the mail. */
export function oneLine(name: string): string {
  return name.replace(/\s+/g, ' ')
}
