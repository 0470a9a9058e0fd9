import type { Context } from 'hono'
import company from '#content/company.json' with { type: 'json' }

export const SECURITY_TXT = '/.well-known/security.txt'
/** The standard recommends less than a year. */
const VALID_MS = 180 * 24 * 60 * 60 * 1000

/**
 * Answers whom to tell about a vulnerability. Made for each request, so that it never expires on a server that runs for years.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9116
 */
export function answerSecurityTxt(c: Context, origin: string): Response {
  const expires = new Date(Date.now() + VALID_MS).toISOString()
  return c.text(`Contact: mailto:${company.email}
Expires: ${expires}
Preferred-Languages: tr, en
Canonical: ${origin}${SECURITY_TXT}
`)
}
