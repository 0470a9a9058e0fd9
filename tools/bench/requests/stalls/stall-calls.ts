import { ARCHIVE_PHOTOS_MAX, FILE_SIZE_MAX, OPEN_JSON_BODY_MAX } from '../../../../domain/limits.ts'
import { SUPERADMIN } from '../../../../tests/support/servers/server-process.ts'
import { type LargestInput, of, ofOther } from './largest-input.ts'
import { day, files, hundred, largestCloud, letters, marks, pointCloud } from './stall-bodies.ts'
import { FINDING_INPUTS } from './stall-findings.ts'
import { INSPECTION_INPUTS } from './stall-inspections.ts'

const TUS = { 'Tus-Resumable': '1.0.0' }
const PART = { ...TUS, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }

let counter = 0

/**
 * The largest input of every call. What destroys the large turbine comes last: the calls are sent in this order. A call that is not
 * here is printed as missing, and the section fails.
 */
export const LARGEST_INPUTS: Record<string, LargestInput> = {
  'POST /api/auth/login': {
    input: () => ({ body: { email: marks(OPEN_JSON_BODY_MAX), password: SUPERADMIN.password } }),
    expected: [400],
  },
  'POST /api/auth/refresh': { input: () => ({}) },
  'GET /api/auth/verify': { input: () => ({}) },
  'GET /api/auth/validate-session': { input: () => ({}) },
  'GET /api/auth/profile': { input: () => ({}) },
  'POST /api/auth/password-reset': {
    input: () => ({ body: { email: marks(OPEN_JSON_BODY_MAX) } }),
    expected: [400],
  },
  'GET /api/turbines': { input: () => ({}) },
  'POST /api/turbines': {
    input: () => ({
      body: { city: 'izmir', code: `T${++counter}`, location: letters(200), company_id: 999 },
    }),
  },
  'GET /api/turbines/:id': { input: of('') },
  'PUT /api/turbines/:id': {
    input: (large, round) => of('', { city: 'izmir', code: `T${round}`, location: letters(200) })(large),
  },
  'PUT /api/turbines/:id/visit': { input: of('/visit') },
  'GET /api/turbines/:id/photos': { input: of('/photos?view=all') },
  'GET /api/turbines/:id/photos/:photoId': {
    input: (large) => of(`/photos/${large.photos[0]}`)(large),
  },
  'GET /api/turbines/:id/photos/:photoId/exif': {
    input: (large) => of(`/photos/${large.photos[0]}/exif`)(large),
  },
  'GET /api/turbines/:id/photos/:photoId/panorama': {
    input: (large) => of(`/photos/${large.photos[0]}/panorama`)(large),
  },
  'GET /api/turbines/:id/photos/:photoId/cloud': {
    input: ({ cloud }) => ({ address: `/api/turbines/2/photos/${cloud}/cloud` }),
  },
  'GET /api/turbines/:id/photos/:photoId/scale': {
    input: (large) => of(`/photos/${large.photos[0]}/scale`)(large),
  },
  'PUT /api/turbines/:id/photos/:photoId/scale': {
    input: (large, round) =>
      of(`/photos/${large.photos[0]}/scale`, {
        scale: { from: [0.1, 0.1], to: [0.9, 0.9], mm: 100 + round },
      })(large),
  },
  'POST /api/turbines/:id/photos': {
    input: ofOther('/photos', (round) =>
      files(
        'photos',
        hundred((index) => `c${round}-${index}.pcd`, pointCloud),
        { room: '1', year: '2026' },
      ),
    ),
  },
  'DELETE /api/turbines/:id/photos': {
    input: (large) => of(`/photos?key=${large.photoKey}`)(large),
    once: true,
  },
  'POST /api/turbines/:id/photos/uploads': {
    input: (large) => ({
      ...of('/photos/uploads')(large),
      headers: {
        ...TUS,
        'Upload-Length': '3',
        'Upload-Metadata': `filename ${btoa('l.jpg')},room ${btoa('1')}`,
      },
    }),
  },
  'GET /api/turbines/:id/photos/uploads/:uploadId': {
    input: async ({ beginUpload }) => ({ address: await beginUpload(FILE_SIZE_MAX), headers: TUS }),
  },
  'PATCH /api/turbines/:id/photos/uploads/:uploadId': {
    input: async ({ beginUpload }) => {
      const body = largestCloud()
      return { address: await beginUpload(body.length), headers: PART, body }
    },
    once: true,
  },
  'DELETE /api/turbines/:id/photos/uploads/:uploadId': {
    input: async ({ beginUpload }) => ({ address: await beginUpload(FILE_SIZE_MAX), headers: TUS }),
  },
  'POST /api/turbines/:id/photos/archives': {
    input: (large) => of('/photos/archives', { ids: large.photos.slice(1, 1 + ARCHIVE_PHOTOS_MAX) })(large),
  },
  'POST /api/turbines/:id/photos/archives, 40 together': {
    input: (large) => of('/photos/archives', { ids: large.photos.slice(1, 1 + ARCHIVE_PHOTOS_MAX) })(large),
    together: 40,
    once: true,
    expected: [201, 429],
  },
  'GET /media/photo-archives/:archiveId': {
    input: async (large) => ({ address: await large.orderArchive() }),
  },
  'GET /api/turbines/:id/reports': { input: of('/reports') },
  'POST /api/turbines/:id/reports': {
    input: ofOther('/reports', (round) =>
      files(
        'reports',
        hundred((index) => `r${round}-${index}.pdf`, '%PDF-1.7\n%%EOF\n'),
        { year: '2026' },
      ),
    ),
  },
  'DELETE /api/turbines/:id/reports/:reportId': {
    input: (large) => of(`/reports/${large.report}`)(large),
    once: true,
  },
  'GET /api/turbines/:id/comments': { input: of('/comments') },
  'POST /api/turbines/:id/comments': { input: of('/comments', { comment: letters(10_000) }) },
  'PUT /api/turbines/:id/comments/:commentId': {
    input: (large, round) => of(`/comments/${large.comment}`, { comment: letters(10_000 - round) })(large),
  },
  'DELETE /api/turbines/:id/comments/:commentId': {
    input: (large) => of(`/comments/${large.comment}`)(large),
    once: true,
  },
  ...FINDING_INPUTS,
  ...INSPECTION_INPUTS,
  'GET /api/turbines/:id/report-jobs': { input: of('/report-jobs') },
  'GET /api/turbines/:id/report-jobs/:jobId': {
    input: (large) => of(`/report-jobs/${large.reportJob}`)(large),
  },
  'DELETE /api/turbines/:id/report-jobs/:jobId': {
    input: (large, round) => of(`/report-jobs/${large.reportJob + round}`)(large),
  },
  'GET /api/findings': { input: () => ({ address: '/api/findings?page=900&order=due_on' }) },
  'GET /api/findings, by the beginning of a code': { input: () => ({ address: '/api/findings?q=a-le' }) },
  'GET /api/findings, by turbine': { input: () => ({ address: '/api/findings?page=900&order=turbine' }) },
  'GET /api/findings/summary': { input: () => ({}) },
  'GET /api/findings/places': { input: () => ({}) },
  'GET /api/findings/summary, 300 with different dates': {
    input: () => ({ address: `/api/findings/summary?due_before=${day(2000 + ++counter)}` }),
    together: 300,
    once: true,
    expected: [200, 429],
  },
  'GET /api/findings.csv': { input: () => ({}) },
  'GET /api/findings.geojson': { input: () => ({}) },
  'GET /api/findings.coco.json': { input: () => ({}) },
  'GET /api/findings.csv, 30 together': {
    input: () => ({}),
    together: 30,
    once: true,
    expected: [200, 429],
  },
  'GET /api/reports': { input: () => ({ address: '/api/reports?q=t+20+report' }) },
  'GET /api/companies': { input: () => ({}) },
  'POST /api/companies': { input: () => ({ body: { name: `Poyraz ${++counter}`, address: letters(200) } }) },
  'PUT /api/companies/:id': {
    input: ({ emptyCompany }, round) => ({
      address: `/api/companies/${emptyCompany}`,
      body: { phone: String(round) },
    }),
  },
  'GET /api/users': { input: () => ({}) },
  'POST /api/users': {
    input: () => ({
      body: {
        first_name: 'Ada',
        last_name: 'Yel',
        email: `new${++counter}@kanat.example`,
        password: letters(1000),
        role: 'viewer',
        company_id: 999,
      },
    }),
  },
  'PUT /api/users/:id': {
    input: ({ user }, round) => ({ address: `/api/users/${user}`, body: { first_name: `Deniz ${round}` } }),
  },
  'PUT /api/users/:id/password': {
    input: ({ user }) => ({ address: `/api/users/${user}/password`, body: { password: letters(1000) } }),
  },
  'GET /api/audit': { input: () => ({ address: '/api/audit?page=1900' }) },
  'POST /api/contact': {
    input: () => ({
      body: { name: 'Ada', email: 'ada@kanat.example', subject: 'x', message: letters(5000) },
    }),
  },
  'GET /api/health': { input: () => ({}) },
  'GET /api/notice': { input: () => ({}) },
  'GET /api/openapi.json': { input: () => ({}) },
  'GET /api/docs': { input: () => ({}) },
  'GET /api/docs/:file': { input: () => ({ address: '/api/docs/swagger-ui.css' }) },
  'GET /metrics': { input: () => ({}) },
  'GET /media/turbines/:id/reports/:name': { input: ({ reportKey }) => ({ address: `/media/${reportKey}` }) },
  'GET /media/panoramas/:photoId/:level/:tile': {
    input: ({ panorama }) => ({ address: `/media/panoramas/${panorama}/0/0-0` }),
    once: true,
  },
  'GET /media/clouds/:photoId/:version/:node': {
    input: ({ cloud }) => ({ address: `/media/clouds/${cloud}/1/0` }),
    // The archive may not be finished yet.
    expected: [200, 404],
  },
  'GET /media/:key{.+}': { input: ({ largeKey }) => ({ address: `/media/${largeKey}` }) },
  'DELETE /api/turbines/:id': { input: of(''), once: true },
  'DELETE /api/companies/:id': {
    input: ({ emptyCompany }) => ({ address: `/api/companies/${emptyCompany}` }),
    once: true,
  },
  'PUT /api/users/:id/notices': {
    input: (_, round) => ({ address: '/api/users/1/notices', body: { inspections: round % 2 === 0 } }),
  },
  'GET /api/notices/unsubscribe': {
    input: () => ({ address: `/api/notices/unsubscribe?token=${'a'.repeat(80)}` }),
    expected: [400],
  },
  'POST /api/notices/unsubscribe': {
    input: () => ({ address: `/api/notices/unsubscribe?token=${'a'.repeat(80)}`, body: {} }),
    expected: [400],
  },
  'DELETE /api/users/:id': { input: ({ user }) => ({ address: `/api/users/${user}` }), once: true },
  'PUT /api/auth/password': {
    input: () => ({ body: { current_password: SUPERADMIN.password, password: SUPERADMIN.password } }),
  },
  'POST /api/auth/logout': { input: () => ({}), once: true },
}
