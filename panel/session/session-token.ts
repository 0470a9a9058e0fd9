import { decode } from 'hono/utils/jwt/jwt'
import * as z from 'zod'

const Claims = z.object({ iat: z.number(), exp: z.number() })
/** When a token was issued and when it expires, in seconds since 1970. */
export type Claims = z.infer<typeof Claims>

/** Reads the times of a JWT. Only the server can check its signature. Undefined if it is not a JWT. */
export function decodeToken(token: string): Claims | undefined {
  try {
    return Claims.safeParse(decode(token).payload).data
  } catch {
    return undefined
  }
}

export function hasEnded(claims: Claims, now: Date): boolean {
  return claims.exp * 1000 <= now.getTime()
}

/** True when less than half of the token's lifetime is left. Then the panel requests a new token. */
export function isPastHalf(claims: Claims, now: Date): boolean {
  return now.getTime() > ((claims.iat + claims.exp) / 2) * 1000
}
