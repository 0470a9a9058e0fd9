import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import { auditRoutes } from '#server/core/audit/audit-routes.ts'
import { type Call, callsOf, methodsAt } from '#server/core/contract/calls.ts'
import { contractRoutes } from '#server/core/contract/contract-routes.ts'
import type { Env } from '#server/core/env.ts'
import { answerBeforeBody } from '#server/core/http/answer-before-body.ts'
import { answerError, throwOnlyErrors } from '#server/core/http/answer-error.ts'
import { closeReadsWhileDraining } from '#server/core/http/close-reads-while-draining.ts'
import { refuseMalformed } from '#server/core/http/refuse-malformed.ts'
import { refuseOverload } from '#server/core/http/refuse-overload.ts'
import { logRequest } from '#server/core/http/request-log.ts'
import { answerSecurityTxt, SECURITY_TXT } from '#server/core/http/security-txt.ts'
import type { StaticPages } from '#server/core/http/static-pages.ts'
import { accountRoutes } from '#server/features/account/account-routes.ts'
import { ownFactorRoutes } from '#server/features/account/own-factor-routes.ts'
import { authRoutes } from '#server/features/auth/auth-routes.ts'
import { factorRoutes } from '#server/features/auth/factor-routes.ts'
import { commentRoutes } from '#server/features/comments/comment-routes.ts'
import { companyRoutes } from '#server/features/companies/company-routes.ts'
import { contactRoutes } from '#server/features/contact/contact-routes.ts'
import { fileJobCalls } from '#server/features/file-jobs/file-job-calls.ts'
import { findingFileRoutes } from '#server/features/findings/files/finding-file-routes.ts'
import { findingRoutes } from '#server/features/findings/finding-routes.ts'
import { fleetFindingRoutes } from '#server/features/findings/fleet-finding-routes.ts'
import { findingImportRoutes } from '#server/features/findings/import/finding-import-routes.ts'
import { dossierKind } from '#server/features/inspections/dossiers/dossier-kind.ts'
import { dossierMediaRoutes } from '#server/features/inspections/dossiers/dossier-media-routes.ts'
import { inspectionRoutes } from '#server/features/inspections/inspection-routes.ts'
import { fleetInspectionRoutes } from '#server/features/inspections/releases/fleet-inspection-routes.ts'
import { releaseRoutes } from '#server/features/inspections/releases/release-routes.ts'
import { reportKind } from '#server/features/inspections/report-jobs/report-kind.ts'
import { reviewRoutes } from '#server/features/inspections/reviews/review-routes.ts'
import { doctorRoutes } from '#server/features/installation/doctor-routes.ts'
import { firstStepRoutes } from '#server/features/installation/first-step-routes.ts'
import { invitationRoutes } from '#server/features/invitations/invitation-routes.ts'
import { linkMediaRoutes } from '#server/features/links/link-media-routes.ts'
import { linkRoutes } from '#server/features/links/link-routes.ts'
import { healthRoutes } from '#server/features/monitoring/health-routes.ts'
import { metricsRoutes } from '#server/features/monitoring/metrics-routes.ts'
import { noticeRoutes } from '#server/features/monitoring/notice-routes.ts'
import { unsubscribeRoutes } from '#server/features/notices/notice-routes.ts'
import { notificationRoutes } from '#server/features/notifications/notification-routes.ts'
import type { Services } from '#server/features/open-features.ts'
import { photoMoveRoutes } from '#server/features/photo-moves/photo-move-routes.ts'
import { photoArchiveMediaRoutes } from '#server/features/photos/archive/archive-media-routes.ts'
import { photoArchiveRoutes } from '#server/features/photos/archive/archive-routes.ts'
import { cloudMediaRoutes } from '#server/features/photos/cloud-media-routes.ts'
import { panoramaMediaRoutes } from '#server/features/photos/panorama-media-routes.ts'
import { photoMediaRoutes } from '#server/features/photos/photo-media-routes.ts'
import { photoRoutes } from '#server/features/photos/photo-routes.ts'
import { resumablePhotoRoutes } from '#server/features/photos/resumable-photo-routes.ts'
import { fleetReportRoutes } from '#server/features/reports/fleet-report-routes.ts'
import { reportMediaRoutes } from '#server/features/reports/report-media-routes.ts'
import { reportRoutes } from '#server/features/reports/report-routes.ts'
import { searchRoutes } from '#server/features/search/search-routes.ts'
import { sealRoutes, signingKeyRoutes } from '#server/features/signing-keys/signing-key-routes.ts'
import { turbineTableRoutes } from '#server/features/turbines/table/turbine-table-routes.ts'
import { turbineRoutes } from '#server/features/turbines/turbine-routes.ts'
import { userRoutes } from '#server/features/users/user-routes.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** Longest accepted request id of a client, in characters; it is written to the log and the audit log. */
const REQUEST_ID_MAX_LENGTH = 64

/** Browsers use https only, for a year, including subdomains. */
const TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains'

/** Refuses unknown addresses with 404 and unknown methods with 405. It follows all routes, so no session is checked before it. */
const refuseUnknown = createMiddleware<Env>((c) => {
  const methods = methodsOf(c.req.path)
  if (methods.length === 0) throw new ApiError('not_found')
  throw new ApiError('method_not_allowed', { headers: { Allow: methods.join(', ') } })
})

/** Forbids caching of API answers. A route can override it. */
const forbidCaching = createMiddleware<Env>((c, next) => {
  c.header('Cache-Control', 'no-store')
  return next()
})

const api = new Hono<Env>()
  .basePath('/api')
  .use(forbidCaching)
  .route('/health', healthRoutes)
  .route('/auth', authRoutes)
  .route('/auth', factorRoutes)
  .route('/', turbineTableRoutes)
  .route('/turbines', turbineRoutes)
  .route('/turbines/:id/photos', photoRoutes)
  .route('/turbines/:id/photos', photoMoveRoutes)
  .route('/turbines/:id/photos/uploads', resumablePhotoRoutes)
  .route('/turbines/:id/photos/archives', photoArchiveRoutes)
  .route('/turbines/:id/reports', reportRoutes)
  .route('/turbines/:id/comments', commentRoutes)
  .route('/turbines/:id/findings', findingRoutes)
  .route('/turbines/:id/findings/import', findingImportRoutes)
  .route('/turbines/:id/inspections', inspectionRoutes)
  .route('/turbines/:id/inspections', releaseRoutes)
  .route('/turbines/:id/inspections', reviewRoutes)
  .route('/turbines/:id/dossier-jobs', fileJobCalls(dossierKind))
  .route('/inspections', fleetInspectionRoutes)
  .route('/keys', signingKeyRoutes)
  .route('/seals', sealRoutes)
  .route('/turbines/:id/report-jobs', fileJobCalls(reportKind))
  .route('/findings', fleetFindingRoutes)
  .route('/', findingFileRoutes)
  .route('/reports', fleetReportRoutes)
  .route('/search', searchRoutes)
  .route('/companies', companyRoutes)
  .route('/users', userRoutes)
  .route('/account', accountRoutes)
  .route('/account', ownFactorRoutes)
  .route('/invitations', invitationRoutes)
  .route('/links', linkRoutes)
  .route('/audit', auditRoutes)
  .route('/contact', contactRoutes)
  .route('/doctor', doctorRoutes)
  .route('/first-steps', firstStepRoutes)
  .route('/notice', noticeRoutes)
  .route('/notices', unsubscribeRoutes)
  .route('/notifications', notificationRoutes)
  .route(
    '/',
    contractRoutes(() => calls),
  )

api.all('*', refuseUnknown)

/** The type for the API client of the panel. */
export type App = typeof api

/** The routes outside `/api`: files for `<img>` and links, and the metrics. */
const otherRoutes = new Hono<Env>()
  .route('/media', reportMediaRoutes)
  .route('/media', photoArchiveMediaRoutes)
  .route('/media', dossierMediaRoutes)
  .route('/media/links', linkMediaRoutes)
  .route('/media/panoramas', panoramaMediaRoutes)
  .route('/media/clouds', cloudMediaRoutes)
  .route('/media', photoMediaRoutes)
  .route('/metrics', metricsRoutes)

/** All calls, with their actions and documented answers. */
export const calls: Call[] = callsOf([...api.routes, ...otherRoutes.routes])
const methodsOf = methodsAt(calls)

/** The app with all routes. Without `pages` (in development and tests) it serves only the API, the media and the metrics. */
export function createApp(services: Services, pages?: StaticPages): Hono<Env> {
  const isBehindTls = services.config.origin.startsWith('https:')
  const app = new Hono<Env>()
    .use(requestId({ limitLength: REQUEST_ID_MAX_LENGTH }), (c, next) => {
      c.set('services', services)
      c.header('X-Content-Type-Options', 'nosniff')
      c.header('Referrer-Policy', 'strict-origin-when-cross-origin')
      c.header('Cross-Origin-Resource-Policy', 'same-origin')
      if (isBehindTls) c.header('Strict-Transport-Security', TRANSPORT_SECURITY)
      return next()
    })
    .use(closeReadsWhileDraining, answerBeforeBody())
    // Inside of the log, so that it has a line for each of them.
    .use(logRequest, throwOnlyErrors, refuseMalformed, refuseOverload)
    .onError(answerError)
    .route('/', api)
    .route('/', otherRoutes)
  app.all('/api', () => {
    throw new ApiError('not_found')
  })
  app.get('*', (c) => {
    if (c.req.path === SECURITY_TXT) return answerSecurityTxt(c, services.config.origin)
    if (!pages) throw new ApiError('not_found')
    return pages.answer(c)
  })
  app.notFound((c) => answerError(new ApiError('not_found'), c))
  return app
}
