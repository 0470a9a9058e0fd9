import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import { TrieRouter } from 'hono/router/trie-router'
import { ok } from './answers.ts'
import { authRoutes } from './auth/auth-routes.ts'
import { authenticate } from './auth/authenticate.ts'
import type { Env } from './env.ts'
import { ApiError, answerError } from './errors.ts'
import { mediaRoutes } from './photos/media-routes.ts'
import { photoRoutes } from './photos/photo-routes.ts'
import type { Services } from './services.ts'
import type { StaticPages } from './static-pages.ts'
import { turbineRoutes } from './turbines/turbine-routes.ts'

/** The calls that need no token. */
const PUBLIC_CALLS = new Set(['POST /api/auth/login', 'GET /api/health', 'HEAD /api/health'])

/** Refuses what no route answers, before anybody is asked who they are: 404, or 405 where only the method is wrong. */
const refuseUnknown = createMiddleware<Env>(async (c, next) => {
  const methods = methodsOf(c.req.path)
  if (methods.length === 0) throw new ApiError('not_found')
  if (!methods.includes(c.req.method)) {
    throw new ApiError('method_not_allowed', { headers: { Allow: methods.join(', ') } })
  }
  await next()
})

const authenticateUnlessPublic = createMiddleware<Env>((c, next) =>
  PUBLIC_CALLS.has(`${c.req.method} ${c.req.path}`) ? next() : authenticate(c, next),
)

const api = new Hono<Env>()
  .basePath('/api')
  .use(refuseUnknown, authenticateUnlessPublic)
  .get('/health', (c) => c.json(ok({ status: c.var.services.stopping ? 'stopping' : 'ok' })))
  .route('/auth', authRoutes)
  .route('/turbines', turbineRoutes)
  .route('/turbines/:id/photos', photoRoutes)

/** The type the panel's client is made of. */
export type App = typeof api

const router = new TrieRouter<string>()
for (const route of api.routes) if (route.method !== 'ALL') router.add('ANY', route.path, route.method)

/** The methods the API has for a path; GET brings HEAD with it. */
function methodsOf(path: string): string[] {
  const methods = new Set(router.match('ANY', path)[0].map(([method]) => method))
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods]
}

/** The whole product behind one port. Without `pages` (as in development and tests) only the API and the media. */
export function createApp(services: Services, pages?: StaticPages): Hono<Env> {
  const app = new Hono<Env>()
    .use(requestId(), async (c, next) => {
      c.set('services', services)
      c.set('log', services.log.child({ request: c.get('requestId') }))
      c.header('X-Content-Type-Options', 'nosniff')
      c.header('Referrer-Policy', 'strict-origin-when-cross-origin')
      c.header('Cross-Origin-Resource-Policy', 'same-origin')
      const start = performance.now()
      await next()
      const ms = Math.round(performance.now() - start)
      c.var.log.debug({
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms,
        user: c.var.viewer?.id,
      })
    })
    .onError(answerError)
    .route('/', api)
    .route('/media', mediaRoutes)
  app.all('/api', () => {
    throw new ApiError('not_found')
  })
  app.get('*', (c) => {
    if (!pages) throw new ApiError('not_found')
    return pages.answer(c)
  })
  app.notFound((c) => answerError(new ApiError('not_found'), c))
  return app
}
