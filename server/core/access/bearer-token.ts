import type { Context } from 'hono'

/**
 * The token of the `Authorization` header, or undefined.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1
 */
export function bearerToken(c: Pick<Context, 'req'>): string | undefined {
  return /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
}
