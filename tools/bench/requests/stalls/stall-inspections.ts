import { COMMENT_MAX_LENGTH } from '../../../../domain/limits.ts'
import { type LargestInput, of, ofSealed } from './largest-input.ts'
import { INSPECTION, letters } from './stall-bodies.ts'

/** The largest input of the calls about inspections. The year 2025 is published, and has a version from then on. */
export const INSPECTION_INPUTS: Record<string, LargestInput> = {
  'GET /api/inspections': { input: () => ({ address: '/api/inspections?limit=200' }) },
  'GET /api/inspections, of a later page': {
    input: () => ({ address: '/api/inspections?limit=200&cursor=2022-5000' }),
  },
  'GET /api/turbines/:id/inspections/:year': { input: of('/inspections/2025') },
  'PUT /api/turbines/:id/inspections/:year': { input: of('/inspections/2026', INSPECTION) },
  'POST /api/turbines/:id/inspections/:year/report': {
    input: of('/inspections/2026/report', { language: 'tr' }),
    once: true,
    expected: [400],
  },
  'PUT /api/turbines/:id/photos/:photoId/look': {
    input: (large, round) => of(`/photos/${large.photos[6000]}/look`, { looked: round % 2 === 0 })(large),
  },
  'POST /api/turbines/:id/inspections/:year/reviews': {
    input: (large, round) => of(`/inspections/${2026 - round}/reviews`, { decision: 'accepted' })(large),
  },
  'POST /api/turbines/:id/inspections/:year/reviews, a remark about each finding': {
    input: of('/inspections/2020/reviews', { decision: 'returned', remark: letters(COMMENT_MAX_LENGTH) }),
    once: true,
  },
  'GET /api/turbines/:id/inspections/:year/reviews': { input: of('/inspections/2026/reviews') },
  'GET /api/turbines/:id/inspections/:year/changes, before the first version': {
    input: of('/inspections/2025/changes'),
  },
  'POST /api/turbines/:id/inspections/:year/transitions': {
    input: of('/inspections/2025/transitions', { to: 'published', revision: 0, reason: letters(1000) }),
    once: true,
  },
  'POST /api/turbines/:id/inspections/:year/transitions, of 10,000 photos': {
    input: ofSealed('/inspections/2025/transitions', { to: 'published', revision: 0, reason: letters(1000) }),
    once: true,
  },
  'POST /api/turbines/:id/inspections/:year/dossier': {
    input: ofSealed('/inspections/2025/dossier', {}),
    after: ({ preparedDossier }) => preparedDossier(),
  },
  'GET /api/turbines/:id/dossier-jobs': { input: ofSealed('/dossier-jobs') },
  'GET /api/turbines/:id/dossier-jobs/:jobId': {
    input: async (large) => ofSealed(`/dossier-jobs/${(await large.preparedDossier()).id}`)(large),
  },
  'DELETE /api/turbines/:id/dossier-jobs/:jobId': {
    input: async (large) => ofSealed(`/dossier-jobs/${(await large.preparedDossier()).id}`)(large),
  },
  'GET /media/dossiers/:address': {
    input: async ({ preparedDossier }) => ({ address: (await preparedDossier()).url }),
  },
  'GET /api/keys': { input: () => ({}) },
  'GET /api/turbines/:id/inspections/:year/steps': { input: of('/inspections/2025/steps') },
  'GET /api/turbines/:id/inspections/:year/changes': { input: of('/inspections/2025/changes') },
  'GET /api/turbines/:id/inspections/:year/versions': { input: of('/inspections/2025/versions') },
  'GET /api/turbines/:id/inspections/:year/versions/:version': {
    input: of('/inspections/2025/versions/1'),
  },
  'GET /api/turbines/:id/inspections/:year/versions/:version/changes': {
    input: of('/inspections/2025/versions/1/changes'),
  },
}
