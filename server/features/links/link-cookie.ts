import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import type { ApiContext } from '#server/core/env.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { getLivingLink, type LivingLink } from './link-queries.ts'

/** The cookie of a link: its secret, and a proof that the password was right. Nothing of it is stored on the server. */
export function setLinkCookie(c: ApiContext, link: LivingLink, secret: string): void {
  const cookie = serialize(nameOf(c), linkCookieOf(link, secret), {
    // Browsers send it to the content and the files of this link only.
    path: `/media/links/${link.id}`,
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure(c),
  })
  c.header('Set-Cookie', cookie)
}

/** The value of the cookie. */
export function linkCookieOf(link: LivingLink, secret: string): string {
  return `${secret}.${proofOf(link, secret)}`
}

/** The living link whose cookie the request has. @throws ApiError `link_not_found` if it has none for this id, or if the link has ended */
export async function getOpenedLink(c: ApiContext, id: number): Promise<LivingLink> {
  const cookies = parse(c.req.header('Cookie') ?? '', nameOf(c))
  const [secret = '', proof = ''] = cookies[nameOf(c)]?.split('.') ?? []
  if (secret === '') throw new ApiError('link_not_found')
  const link = await getLivingLink(c.var.services.db.read, secret)
  const [sent, right] = [Buffer.from(proof), Buffer.from(proofOf(link, secret))]
  if (link.id !== id || sent.length !== right.length || !timingSafeEqual(sent, right))
    throw new ApiError('link_not_found')
  return link
}

/** Only the server can make it, because only the server has the hash of the password. */
function proofOf({ password_hash }: LivingLink, secret: string): string {
  return createHmac('sha256', password_hash ?? '')
    .update(secret)
    .digest('base64url')
}

function nameOf(c: ApiContext): string {
  // Browsers accept the prefix over https only: no page over http can set or replace such a cookie.
  return isSecure(c) ? '__Secure-link' : 'link'
}

function isSecure(c: ApiContext): boolean {
  return c.var.services.config.origin.startsWith('https:')
}
