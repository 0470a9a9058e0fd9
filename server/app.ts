import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import { ok } from './answers.ts'
import { authRoutes } from './auth/auth-routes.ts'
import { permit } from './auth/authenticate.ts'
import { callsOf, methodsAt } from './calls.ts'
import { commentRoutes } from './comments/comment-routes.ts'
import { companyRoutes } from './companies/company-routes.ts'
import type { Env } from './env.ts'
import { ApiError, answerError } from './errors.ts'
import { mediaRoutes } from './media/media-routes.ts'
import { photoRoutes } from './photos/photo-routes.ts'
import { reportRoutes } from './reports/report-routes.ts'
import type { Services } from './services.ts'
import type { StaticPages } from './static-pages.ts'
import { turbineRoutes } from './turbines/turbine-routes.ts'
import { userRoutes } from './users/user-routes.ts'

/** Refuses what no route answers, before anybody is asked who they are: 404, or 405 where only the method is wrong. */
const refuseUnknown = createMiddleware<Env>(async (c, next) => {
  const methods = methodsOf(c.req.path)
  if (methods.length === 0) throw new ApiError('not_found')
  if (!methods.includes(c.req.method)) {
    throw new ApiError('method_not_allowed', { headers: { Allow: methods.join(', ') } })
  }
  await next()
})

const api = new Hono<Env>()
  .basePath('/api')
  .use(refuseUnknown)
  .get('/health', permit('health.read'), (c) =>
    c.json(ok({ status: c.var.services.stopping ? 'stopping' : 'ok' })),
  )
  .route('/auth', authRoutes)
  .route('/turbines', turbineRoutes)
  .route('/turbines/:id/photos', photoRoutes)
  .route('/turbines/:id/reports', reportRoutes)
  .route('/turbines/:id/comments', commentRoutes)
  .route('/companies', companyRoutes)
  .route('/users', userRoutes)

/** The type the panel's client is made of. */
export type App = typeof api

/** Every call of the API with the action it asks for. */
export const calls = callsOf(api.routes)
const methodsOf = methodsAt(calls)

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
