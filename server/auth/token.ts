import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sign, verify } from 'hono/jwt'
import * as z from 'zod'

/** How long a token is good for, in seconds. Its session lives longer and hands out new ones. */
export const TOKEN_LIFETIME_S = 12 * 60 * 60

const Claims = z.object({
  sub: z.string(),
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

/** The claims of a token that is ours and not past its `exp`; undefined for every other text. */
export async function readToken(token: string, secret: string): Promise<Claims | undefined> {
  try {
    // The schema refuses tokens without `exp`, which hono/jwt would take.
    return Claims.safeParse(await verify(token, secret, 'HS256')).data
  } catch {
    return undefined
  }
}

/** The secret that signs tokens: made on the first start, readable by the server's user alone. */
export async function readTokenSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'token-secret')
  try {
    await using file = await open(path, 'wx', 0o600)
    await file.writeFile(randomBytes(32).toString('hex'))
    await file.sync()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = await readFile(path, 'utf8')
  if (!/^[0-9a-f]{64}$/.test(secret)) {
    throw new Error(`${path} does not hold a token secret. Remove it and everyone has to sign in again.`)
  }
  return secret
}
