import {
  ARCHIVE_PHOTOS_MAX,
  FILE_SIZE_MAX,
  JSON_BODY_MAX,
  OPEN_JSON_BODY_MAX,
} from '../../../domain/limits.ts'
import { SUPERADMIN } from '../../../tests/support/servers/server-process.ts'
import type { Large } from './fill-large.ts'
import {
  day,
  files,
  goodLines,
  hundred,
  imported,
  largestCloud,
  letters,
  longHeader,
  marks,
  pointCloud,
  shortLines,
} from './stall-bodies.ts'

/** One request. */
export interface Sent {
  /** Without it, the pattern of the call is the address. */
  address?: string
  body?: FormData | Uint8Array<ArrayBuffer> | object
  headers?: Record<string, string>
}

/** What a call is sent with. */
export interface LargestInput {
  input: (large: Large, round: number) => Sent | Promise<Sent>
  /** True if it can be sent only once. */
  once?: true
  /** How many are sent at the same time. */
  together?: number
}

const TUS = { 'Tus-Resumable': '1.0.0' }
const PART = { ...TUS, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }

const of =
  (rest: string, body?: object) =>
  ({ turbine }: Large): Sent => ({ address: `/api/turbines/${turbine}${rest}`, ...(body && { body }) })
const ofOther =
  (rest: string, body: (round: number) => Sent['body']) =>
  ({ others }: Large, round: number): Sent => ({
    address: `/api/turbines/${others[round] ?? 0}${rest}`,
    body: body(round) ?? {},
  })
let counter = 0
const INSPECTION = {
  first_day: '2026-05-11',
  last_day: null,
  methods: ['drone'],
  inspector: '',
  weather: '',
  camera: '',
  not_seen: letters(2000),
}

/**
 * The largest input of every call. What destroys the large turbine comes last: the calls are sent in this order. A call that is not
 * here is printed as missing, and the section fails.
 */
export const LARGEST_INPUTS: Record<string, LargestInput> = {
  'POST /api/auth/login': {
    input: () => ({ body: { email: marks(OPEN_JSON_BODY_MAX), password: SUPERADMIN.password } }),
  },
  'POST /api/auth/refresh': { input: () => ({}) },
  'GET /api/auth/verify': { input: () => ({}) },
  'GET /api/auth/validate-session': { input: () => ({}) },
  'GET /api/auth/profile': { input: () => ({}) },
  'POST /api/auth/password-reset': { input: () => ({ body: { email: marks(OPEN_JSON_BODY_MAX) } }) },
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
  'GET /api/turbines/:id/findings': { input: of('/findings') },
  'POST /api/turbines/:id/findings': {
    input: (large, round) =>
      ofOther('/findings', () => ({ blade: 'A', side: 'LE', type: 'oil', text: letters(5000) }))(
        large,
        round,
      ),
  },
  'POST /api/turbines/:id/findings/import': {
    input: ofOther('/findings/import', (round) => imported(goodLines(round))),
  },
  'POST /api/turbines/:id/findings/import, beside 10,000 findings': {
    input: (large) => of('/findings/import', imported(goodLines(90)))(large),
    once: true,
  },
  'POST /api/turbines/:id/findings/import, 1 MiB of short lines': {
    input: ofOther('/findings/import', () => imported(shortLines())),
  },
  'POST /api/turbines/:id/findings/import, 450,000 columns': {
    input: ofOther('/findings/import', () => imported(longHeader())),
  },
  'POST /api/turbines/:id/findings/import, marks in a cell': {
    input: ofOther('/findings/import', () =>
      imported(`Blade,Description\nA,${marks(JSON_BODY_MAX - 400)}\n`),
    ),
  },
  'POST /api/turbines/:id/findings/import, 4 together': {
    input: ({ others }) => ({
      address: `/api/turbines/${others[20 + (++counter % 20)]}/findings/import`,
      body: imported(goodLines(counter)),
    }),
    together: 4,
    once: true,
  },
  'GET /api/turbines/:id/findings/:findingId': {
    input: (large) => of(`/findings/${large.finding}`)(large),
  },
  'GET /api/turbines/:id/findings/:findingId/history': {
    input: (large) => of(`/findings/${large.finding}/history`)(large),
  },
  'PUT /api/turbines/:id/findings/:findingId': {
    input: (large, round) =>
      of(`/findings/${large.finding}`, { text: letters(5000 - round), severity: 1 + round })(large),
  },
  'DELETE /api/turbines/:id/findings/:findingId': {
    input: (large) => of(`/findings/${large.finding}`)(large),
    once: true,
  },
  'GET /api/turbines/:id/inspections/:year': { input: of('/inspections/2025') },
  'PUT /api/turbines/:id/inspections/:year': { input: of('/inspections/2026', INSPECTION) },
  'POST /api/turbines/:id/inspections/:year/report': {
    input: of('/inspections/2026/report', { language: 'tr' }),
    once: true,
  },
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
  'GET /api/findings/summary, 300 with different dates': {
    input: () => ({ address: `/api/findings/summary?due_before=${day(2000 + ++counter)}` }),
    together: 300,
    once: true,
  },
  'GET /api/findings.csv': { input: () => ({}) },
  'GET /api/findings.geojson': { input: () => ({}) },
  'GET /api/findings.coco.json': { input: () => ({}) },
  'GET /api/findings.csv, 30 together': { input: () => ({}), together: 30, once: true },
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
    input: () => ({ body: { name: 'Ada', subject: 'x', message: letters(5000) } }),
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
  'GET /media/:key{.+}': { input: ({ largeKey }) => ({ address: `/media/${largeKey}` }) },
  'DELETE /api/turbines/:id': { input: of(''), once: true },
  'DELETE /api/companies/:id': {
    input: ({ emptyCompany }) => ({ address: `/api/companies/${emptyCompany}` }),
    once: true,
  },
  'DELETE /api/users/:id': { input: ({ user }) => ({ address: `/api/users/${user}` }), once: true },
  'PUT /api/auth/password': {
    input: () => ({ body: { current_password: SUPERADMIN.password, password: SUPERADMIN.password } }),
  },
  'POST /api/auth/logout': { input: () => ({}), once: true },
}
