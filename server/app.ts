import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import { auditRoutes } from './audit/audit-routes.ts'
import { authRoutes } from './auth/auth-routes.ts'
import { type Call, callsOf, methodsAt } from './calls.ts'
import { commentRoutes } from './comments/comment-routes.ts'
import { companyRoutes } from './companies/company-routes.ts'
import { contactRoutes } from './contact/contact-routes.ts'
import { contractRoutes } from './contract/contract-routes.ts'
import type { Env } from './env.ts'
import { eraseAfterChanges } from './erase-deleted.ts'
import { ApiError, answerError } from './errors.ts'
import { mediaRoutes } from './media/media-routes.ts'
import { healthRoutes } from './monitoring/health-routes.ts'
import { metricsRoutes } from './monitoring/metrics-routes.ts'
import { photoRoutes } from './photos/photo-routes.ts'
import { refuseMalformed } from './refuse-malformed.ts'
import { reportRoutes } from './reports/report-routes.ts'
import { noteRequest } from './request-log.ts'
import type { Services } from './services.ts'
import type { StaticPages } from './static-pages.ts'
import { turbineRoutes } from './turbines/turbine-routes.ts'
import { userRoutes } from './users/user-routes.ts'

/** Longest request id that is taken from a caller, in characters; it goes into log and audit log. */
const REQUEST_ID_MAX_LENGTH = 64

/** Refuses what no route answers, before anybody is asked who they are: 404, or 405 where only the method is wrong. */
const refuseUnknown = createMiddleware<Env>(async (c, next) => {
  const methods = methodsOf(c.req.path)
  if (methods.length === 0) throw new ApiError('not_found')
  if (!methods.includes(c.req.method)) {
    throw new ApiError('method_not_allowed', { headers: { Allow: methods.join(', ') } })
  }
  await next()
})

/** What the API says of somebody's records is for nobody's cache, unless a route knows better. */
const keepOutOfCaches = createMiddleware<Env>(async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
})

const api = new Hono<Env>()
  .basePath('/api')
  .use(keepOutOfCaches, refuseUnknown)
  .route('/health', healthRoutes)
  .route('/auth', authRoutes)
  .route('/turbines', turbineRoutes)
  .route('/turbines/:id/photos', photoRoutes)
  .route('/turbines/:id/reports', reportRoutes)
  .route('/turbines/:id/comments', commentRoutes)
  .route('/companies', companyRoutes)
  .route('/users', userRoutes)
  .route('/audit', auditRoutes)
  .route('/contact', contactRoutes)
  .route(
    '/',
    contractRoutes(() => calls),
  )

/** The type the panel's client is made of. */
export type App = typeof api

/** What is served beside the API: files for `<img>` and plain links, and the operator's figures. */
const beside = new Hono<Env>().route('/media', mediaRoutes).route('/metrics', metricsRoutes)

/** Every call with the action it asks for and what it answers. */
export const calls: Call[] = callsOf([...api.routes, ...beside.routes])
const methodsOf = methodsAt(calls)

/** The whole product behind one port. Without `pages` (as in development and tests) only the API and the media. */
export function createApp(services: Services, pages?: StaticPages): Hono<Env> {
  const app = new Hono<Env>()
    .use(requestId({ limitLength: REQUEST_ID_MAX_LENGTH }), async (c, next) => {
      c.set('services', services)
      c.set('log', services.log.child({ request: c.get('requestId') }))
      c.header('X-Content-Type-Options', 'nosniff')
      c.header('Referrer-Policy', 'strict-origin-when-cross-origin')
      c.header('Cross-Origin-Resource-Policy', 'same-origin')
      await next()
    })
    .use(noteRequest, refuseMalformed, eraseAfterChanges)
    .onError(answerError)
    .route('/', api)
    .route('/', beside)
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
