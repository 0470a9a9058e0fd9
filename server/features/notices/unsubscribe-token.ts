import { createHmac, timingSafeEqual } from 'node:crypto'

/** The prefix of the signed text, which prevents other uses of the signature. */
const PURPOSE = 'unsubscribe from inspection notices'

/** The token of a user's unsubscribe links. It never expires: mails are opened after years. */
export function unsubscribeToken(userId: number, secret: string): string {
  return `${userId}.${sign(userId, secret)}`
}

/** The user id of a token; undefined for a foreign token. */
export function readUnsubscribeToken(token: string, secret: string): number | undefined {
  const [, id = '', signature = ''] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? []
  const expected = Buffer.from(sign(Number(id), secret))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? Number(id) : undefined
}

function sign(userId: number, secret: string): string {
  return createHmac('sha256', secret).update(`${PURPOSE} ${userId}`).digest('base64url')
}

/** The unsubscribe address: mail programs POST to it, browsers open it. */
export function unsubscribeAddress(origin: string, token: string): string {
  return `${origin}/api/notices/unsubscribe?token=${encodeURIComponent(token)}`
}
