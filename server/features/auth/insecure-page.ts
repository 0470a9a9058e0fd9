import type { ApiContext } from '#server/core/env.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** Browsers treat these names like https: their cookies may be `Secure`. */
const OWN_MACHINE = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Refuses a sign-in from a page over http if the server's origin is https: the browser would drop the `Secure` cookie, and pictures would
 * fail.
 *
 * @throws ApiError `forbidden`
 */
export function refuseInsecurePage(c: ApiContext): void {
  const { origin } = c.get('services').config
  const page = c.req.header('Origin') ?? ''
  if (!origin.startsWith('https:') || !page.startsWith('http:') || OWN_MACHINE.test(page)) return
  throw new ApiError('forbidden', { reason: { code: 'insecure_page', values: { origin } } })
}
