import { createHmac, timingSafeEqual } from 'node:crypto'

/** What is signed begins with this, so that the signature is good for nothing else. */
const PURPOSE = 'unsubscribe from inspection notices'

/** The token of the links that end the mails to a user. It never expires: mails are opened after years. */
export function unsubscribeToken(userId: number, secret: string): string {
  return `${userId}.${sign(userId, secret)}`
}

/** The id of the user of a token; undefined if this installation has not made it. */
export function readUnsubscribeToken(token: string, secret: string): number | undefined {
  const [, id = '', signature = ''] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? []
  const expected = Buffer.from(sign(Number(id), secret))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? Number(id) : undefined
}

function sign(userId: number, secret: string): string {
  return createHmac('sha256', secret).update(`${PURPOSE} ${userId}`).digest('base64url')
}

/** The address that ends the mails: mail programs send a POST to it, browsers open it. */
export function unsubscribeAddress(origin: string, token: string): string {
  return `${origin}/api/notices/unsubscribe?token=${encodeURIComponent(token)}`
}
