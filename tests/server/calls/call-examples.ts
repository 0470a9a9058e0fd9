/**
 * One valid example of every call of the app, for `every-call.sql.test.ts`. To add a call, add one entry to `CALL_EXAMPLES`; only if it
 * names a new kind of record, add one entry to `RECORD_KINDS` in `call-records.ts` as well.
 */
import { unsubscribeAddress } from '#server/features/notices/unsubscribe-token.ts'
import { jpeg, reportForm, uploadForm } from '../../support/builders.ts'
import { ACCOUNT_CALL_EXAMPLES } from '../auth/account-call-examples.ts'
import type { CallExample } from '../inspections/call-example.ts'
import { INSPECTION_CALL_EXAMPLES, turbineAddress } from '../inspections/inspection-call-examples.ts'
import type { Records } from './call-records.ts'

const TURBINE = { city: 'izmir', code: 'T1', location: 'Karaburun' }
const PHOTO_BYTES = await jpeg({ width: 8, height: 8 })
const REPORT_BYTES = new TextEncoder().encode('%PDF-1.7\n%%EOF\n')
let counter = 0

const TUS = { 'Tus-Resumable': '1.0.0' }
const uploadAddress = ({ turbine, upload }: Records) =>
  `/api/turbines/${turbine.id}/photos/uploads/${upload.id}`

const reportJobAddress = ({ turbine, report_job }: Records) =>
  `/api/turbines/${turbine.id}/report-jobs/${report_job.id}`

const findingAddress = ({ turbine, finding }: Records) => `/api/turbines/${turbine.id}/findings/${finding.id}`

export const CALL_EXAMPLES: Record<string, CallExample> = {
  ...INSPECTION_CALL_EXAMPLES,
  ...ACCOUNT_CALL_EXAMPLES,
  'POST /api/auth/login': { body: ({ user }) => ({ email: user.email, password: user.password }) },
  'POST /api/auth/logout': {},
  'POST /api/auth/refresh': { writesNoAuditEntry: true },
  'GET /api/auth/verify': {},
  'GET /api/auth/validate-session': {},
  'GET /api/auth/profile': {},
  'POST /api/auth/password-reset': { body: () => ({ email: 'missing@kanat.example' }) },
  'PUT /api/auth/password': {
    body: ({ user: { password } }) => ({ current_password: password, password }),
  },
  'GET /api/doctor': {},
  'GET /api/first-steps': {},
  'PUT /api/first-steps': { body: () => ({ skipped: ['people'] }), writesNoAuditEntry: true },
  'GET /api/turbines': {},
  'POST /api/turbines': {
    body: ({ company }) => ({ ...TURBINE, company_id: company.id }),
    namesCompany: true,
  },
  'GET /api/turbines.csv': { isDownload: true },
  'POST /api/turbines/import': {
    body: ({ company }) => ({
      csv: `code;city;location\nT${++counter};izmir;Karaburun`,
      company_id: company.id,
      dry_run: false,
    }),
    namesCompany: true,
  },
  'GET /api/turbines/:id': { about: 'turbine', address: turbineAddress() },
  'PUT /api/turbines/:id': { about: 'turbine', address: turbineAddress(), body: () => TURBINE },
  'PUT /api/turbines/:id/visit': {
    about: 'turbine',
    address: turbineAddress('/visit'),
    writesNoAuditEntry: true,
  },
  'DELETE /api/turbines/:id': { about: 'turbine', address: turbineAddress() },
  'GET /api/turbines/:id/photos': { about: 'turbine', address: turbineAddress('/photos') },
  'GET /api/turbines/:id/photos/:photoId': {
    about: 'photo',
    address: ({ turbine, photo }) => `/api/turbines/${turbine.id}/photos/${photo.id}`,
  },
  'GET /api/turbines/:id/photos/:photoId/exif': {
    about: 'photo',
    address: ({ turbine, photo }) => `/api/turbines/${turbine.id}/photos/${photo.id}/exif`,
  },
  'GET /api/turbines/:id/photos/:photoId/panorama': {
    about: 'photo',
    address: ({ turbine, photo }) => `/api/turbines/${turbine.id}/photos/${photo.id}/panorama`,
  },
  'GET /api/turbines/:id/photos/:photoId/cloud': {
    about: 'photo',
    address: ({ turbine, cloud }) => `/api/turbines/${turbine.id}/photos/${cloud.id}/cloud`,
  },
  'PUT /api/turbines/:id/photos/:photoId/look': {
    about: 'photo',
    address: ({ turbine, photo }) => `/api/turbines/${turbine.id}/photos/${photo.id}/look`,
    body: () => ({ looked: true }),
    writesNoAuditEntry: true,
  },
  'PUT /api/turbines/:id/photos/place': {
    about: 'photo',
    address: turbineAddress('/photos/place'),
    body: ({ photo }) => ({ photo_ids: [photo.id], room: '9' }),
  },
  'GET /api/turbines/:id/photos/:photoId/scale': {
    about: 'photo',
    address: ({ turbine, photo }) => `/api/turbines/${turbine.id}/photos/${photo.id}/scale`,
  },
  'PUT /api/turbines/:id/photos/:photoId/scale': {
    about: 'photo',
    address: ({ turbine, photo }) => `/api/turbines/${turbine.id}/photos/${photo.id}/scale`,
    body: () => ({ scale: { from: [0.1, 0.5], to: [0.6, 0.5], mm: 500 } }),
  },
  'POST /api/turbines/:id/photos': {
    about: 'turbine',
    address: turbineAddress('/photos'),
    body: () => uploadForm({ 'new.jpg': PHOTO_BYTES }),
  },
  'DELETE /api/turbines/:id/photos': {
    about: 'photo',
    address: ({ turbine, photo }) => `/api/turbines/${turbine.id}/photos?key=${photo.key}`,
  },
  'POST /api/turbines/:id/photos/uploads': {
    about: 'turbine',
    address: turbineAddress('/photos/uploads'),
    headers: {
      ...TUS,
      'Upload-Length': '3',
      'Upload-Metadata': `filename ${btoa('large.jpg')},room ${btoa('1')}`,
    },
    writesNoAuditEntry: true,
  },
  'GET /api/turbines/:id/photos/uploads/:uploadId': { about: 'upload', address: uploadAddress, headers: TUS },
  'PATCH /api/turbines/:id/photos/uploads/:uploadId': {
    about: 'upload',
    address: uploadAddress,
    headers: { ...TUS, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    body: () => new Uint8Array(2),
    writesNoAuditEntry: true,
  },
  'DELETE /api/turbines/:id/photos/uploads/:uploadId': {
    about: 'upload',
    address: uploadAddress,
    headers: TUS,
    writesNoAuditEntry: true,
  },
  'POST /api/turbines/:id/photos/archives': {
    about: 'photo',
    address: turbineAddress('/photos/archives'),
    body: ({ photo }) => ({ ids: [photo.id] }),
    writesNoAuditEntry: true,
  },
  'GET /api/turbines/:id/reports': { about: 'turbine', address: turbineAddress('/reports') },
  'POST /api/turbines/:id/reports': {
    about: 'turbine',
    address: turbineAddress('/reports'),
    body: () => reportForm({ 'new.pdf': REPORT_BYTES }),
  },
  'PUT /api/turbines/:id/reports/:reportId': {
    about: 'report',
    address: ({ turbine, report }) => `/api/turbines/${turbine.id}/reports/${report.id}`,
    body: () => ({ year: 2020 }),
  },
  'DELETE /api/turbines/:id/reports/:reportId': {
    about: 'report',
    address: ({ turbine, report }) => `/api/turbines/${turbine.id}/reports/${report.id}`,
  },
  'GET /api/turbines/:id/comments': { about: 'turbine', address: turbineAddress('/comments') },
  'POST /api/turbines/:id/comments': {
    about: 'turbine',
    address: turbineAddress('/comments'),
    body: () => ({ comment: 'x' }),
  },
  'PUT /api/turbines/:id/comments/:commentId': {
    about: 'comment',
    address: ({ turbine, comment }) => `/api/turbines/${turbine.id}/comments/${comment.id}`,
    body: () => ({ comment: 'y' }),
  },
  'DELETE /api/turbines/:id/comments/:commentId': {
    about: 'comment',
    address: ({ turbine, comment }) => `/api/turbines/${turbine.id}/comments/${comment.id}`,
  },
  'GET /api/turbines/:id/findings': { about: 'turbine', address: turbineAddress('/findings') },
  'POST /api/turbines/:id/findings': {
    about: 'turbine',
    address: turbineAddress('/findings'),
    body: () => ({ blade: 'A', side: 'LE', type: 'le-erosion' }),
  },
  'POST /api/turbines/:id/findings/import': {
    about: 'turbine',
    address: turbineAddress('/findings/import'),
    body: () => ({ csv: 'blade,side,type\nA,LE,oil', distances_from: 'root', dry_run: false }),
  },
  'GET /api/turbines/:id/findings/:findingId': { about: 'finding', address: findingAddress },
  'GET /api/turbines/:id/findings/:findingId/history': {
    about: 'finding',
    address: (records) => `${findingAddress(records)}/history`,
  },
  'PUT /api/turbines/:id/findings/:findingId': {
    about: 'finding',
    address: findingAddress,
    body: () => ({ severity: 4 }),
  },
  'DELETE /api/turbines/:id/findings/:findingId': { about: 'finding', address: findingAddress },
  'GET /api/turbines/:id/report-jobs': { about: 'turbine', address: turbineAddress('/report-jobs') },
  'GET /api/turbines/:id/report-jobs/:jobId': { about: 'report_job', address: reportJobAddress },
  'DELETE /api/turbines/:id/report-jobs/:jobId': {
    about: 'report_job',
    address: reportJobAddress,
    writesNoAuditEntry: true,
  },
  'GET /api/findings': {},
  'GET /api/findings/summary': {},
  'GET /api/findings/places': {},
  'GET /api/findings.csv': { isDownload: true },
  'GET /api/findings.geojson': { isDownload: true },
  'GET /api/findings.coco.json': { isDownload: true },
  'GET /api/reports': {},
  'GET /api/search': {},
  'GET /api/companies': {},
  'POST /api/companies': { body: () => ({ name: `Poyraz ${++counter}` }) },
  'PUT /api/companies/:id': {
    about: 'company',
    address: ({ company }) => `/api/companies/${company.id}`,
    body: () => ({ phone: '1' }),
  },
  'DELETE /api/companies/:id': {
    about: 'company',
    address: ({ emptyCompany }) => `/api/companies/${emptyCompany.id}`,
  },
  'GET /api/users': {},
  'POST /api/users': {
    body: ({ company }) => ({
      first_name: 'Ada',
      last_name: 'Yel',
      email: `new-user${++counter}@kanat.example`,
      password: 'yelkovan',
      role: 'viewer',
      company_id: company.id,
    }),
    namesCompany: true,
  },
  'PUT /api/users/:id': {
    about: 'user',
    address: ({ user }) => `/api/users/${user.id}`,
    body: () => ({ first_name: 'Deniz' }),
  },
  'PUT /api/users/:id/password': {
    about: 'user',
    address: ({ user }) => `/api/users/${user.id}/password`,
    body: () => ({ password: 'yelkovan' }),
  },
  'PUT /api/users/:id/notices': {
    address: ({ self }) => `/api/users/${self.id}/notices`,
    body: ({ self }) => ({ inspections: !self.wantsNotices }),
  },
  'GET /api/notices/unsubscribe': { address: ({ user }) => unsubscribeAddress('', user.unsubscribe) },
  'POST /api/notices/unsubscribe': { address: ({ user }) => unsubscribeAddress('', user.unsubscribe) },
  'DELETE /api/users/:id': { about: 'user', address: ({ user }) => `/api/users/${user.id}` },
  'GET /api/audit': {},
  'POST /api/contact': { body: () => ({ name: 'Ada', phone: '1', subject: 'x', message: 'y' }) },
  'GET /api/health': {},
  'GET /api/notice': {},
  'GET /api/notifications': {},
  'PUT /api/notifications/read': { body: () => ({ up_to: 1 }), writesNoAuditEntry: true },
  'GET /api/notifications/choices': {},
  'PUT /api/notifications/choices': {
    // Others than by default, or nothing would change.
    body: () => ({
      published: { bell: true, mail: true },
      comment: { bell: true, mail: true },
      due: { bell: false, mail: false },
      review_late: { bell: true, mail: false },
      report_ready: { bell: true, mail: false },
      upload_ready: { bell: true, mail: false },
      inspections: { mail: true },
    }),
  },
  'GET /api/openapi.json': {},
  'GET /api/docs': {},
  'GET /api/docs/:file': { address: () => '/api/docs/swagger-ui.css' },
  'GET /metrics': { onlyForThisMachine: true },
  'GET /media/photo-archives/:archiveId': {
    isDownload: true,
    about: 'archive',
    address: ({ archive }) => `/media/photo-archives/${archive.id}`,
  },
  'GET /media/dossiers/:address': {
    isDownload: true,
    about: 'dossier_job',
    address: ({ dossier_job }) => `/media/dossiers/${dossier_job.address}`,
  },
  'GET /media/turbines/:id/reports/:name': {
    isDownload: true,
    about: 'report',
    address: ({ report }) => `/media/${report.key}`,
  },
  'GET /media/panoramas/:photoId/:level/:tile': {
    about: 'photo',
    address: ({ photo }) => `/media/panoramas/${photo.id}/0/0-0`,
  },
  'GET /media/clouds/:photoId/:version/:node': {
    about: 'photo',
    address: ({ cloud }) => `/media/clouds/${cloud.id}/2/0`,
  },
  'GET /media/:key{.+}': { about: 'photo', address: ({ photo }) => `/media/${photo.key}` },
}
