import { sign, verify } from 'hono/jwt'
import * as z from 'zod'

/** The lifetime of a token, in seconds. The panel renews it while the session lasts. */
export const TOKEN_LIFETIME_S = 12 * 60 * 60

const Claims = z.object({
  sub: z.string(),
  /** The secret of the session, of which the database has only the SHA-256: the signing secret alone makes no valid token. */
  sid: z.string(),
  role: z.string(),
  company_id: z.int(),
  iat: z.int(),
  exp: z.int(),
})
export type Claims = z.infer<typeof Claims>

export function signToken(claims: Claims, secret: string): Promise<string> {
  return sign(claims, secret, 'HS256')
}

/**
 * The claims of an unexpired token of this server; undefined for any other text. Base64 has several encodings of one signature (padding,
 * unused bits of the last character); only the canonical one is accepted.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-3.5
 */
export async function readToken(token: string, secret: string): Promise<Claims | undefined> {
  if (!token.split('.').every(isCanonical)) return undefined
  try {
    // The schema refuses tokens without `exp`, which hono/jwt accepts. `iat` is not compared with the clock: another server, a second
    // ahead, may have signed the token. Its session decides.
    return Claims.safeParse(await verify(token, secret, { alg: 'HS256', iat: false })).data
  } catch {
    return undefined
  }
}

function isCanonical(segment: string): boolean {
  return Buffer.from(segment, 'base64url').toString('base64url') === segment
}
