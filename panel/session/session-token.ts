import { decode } from 'hono/utils/jwt/jwt'
import * as z from 'zod'

const Claims = z.object({ iat: z.number(), exp: z.number() })
/** When a token was given and when it ends, in seconds since 1970. */
export type Claims = z.infer<typeof Claims>

/** Reads a JWT's times without checking its signature, which only the server can. Undefined where it is no JWT. */
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

/** True when less than half of the token's life is left: time to ask for the next one. */
export function isPastHalf(claims: Claims, now: Date): boolean {
  return now.getTime() > ((claims.iat + claims.exp) / 2) * 1000
}
