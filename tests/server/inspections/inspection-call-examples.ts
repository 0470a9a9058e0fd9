import type { Records } from '../calls/call-records.ts'
import type { CallExample } from './call-example.ts'

const INSPECTION = {
  first_day: '2026-05-11',
  last_day: null,
  methods: ['drone'],
  inspector: '',
  weather: '',
  camera: '',
  not_seen: '',
}

const versionAddress =
  (rest = '') =>
  ({ turbine, version }: Records) =>
    `/api/turbines/${turbine.id}/inspections/${version.year}/versions/${version.number}${rest}`

export const turbineAddress =
  (rest = '') =>
  ({ turbine }: Records) =>
    `/api/turbines/${turbine.id}${rest}`

/** The calls about inspections. */
export const INSPECTION_CALL_EXAMPLES: Record<string, CallExample> = {
  'GET /api/turbines/:id/inspections/:year': {
    about: 'turbine',
    address: turbineAddress('/inspections/2026'),
  },
  'PUT /api/turbines/:id/inspections/:year': {
    about: 'turbine',
    address: turbineAddress('/inspections/2026'),
    body: () => INSPECTION,
  },
  'POST /api/turbines/:id/inspections/:year/report': {
    about: 'turbine',
    address: turbineAddress('/inspections/2026/report'),
    body: () => ({ language: 'tr' }),
    // The report has one, when it is there.
    writesNoAuditEntry: true,
  },
  'POST /api/turbines/:id/inspections/:year/transitions': {
    about: 'turbine',
    address: turbineAddress('/inspections/2026/transitions'),
    body: () => ({ to: 'open', revision: 0 }),
    actions: ['inspection.close', 'inspection.reopen', 'inspection.publish', 'inspection.withdraw'],
  },
  'GET /api/turbines/:id/inspections/:year/steps': {
    about: 'turbine',
    address: turbineAddress('/inspections/2026/steps'),
  },
  'GET /api/turbines/:id/inspections/:year/changes': {
    about: 'turbine',
    address: turbineAddress('/inspections/2026/changes'),
  },
  'GET /api/turbines/:id/inspections/:year/reviews': {
    about: 'turbine',
    address: turbineAddress('/inspections/2026/reviews'),
  },
  'POST /api/turbines/:id/inspections/:year/reviews': {
    about: 'finding',
    address: turbineAddress('/inspections/2026/reviews'),
    body: ({ finding }) => ({ decision: 'returned', finding_ids: [finding.id], remark: 'x' }),
  },
  'GET /api/turbines/:id/inspections/:year/versions': {
    about: 'turbine',
    address: turbineAddress('/inspections/2026/versions'),
  },
  'GET /api/turbines/:id/inspections/:year/versions/:version': {
    about: 'version',
    address: versionAddress(),
  },
  'GET /api/turbines/:id/inspections/:year/publish-sheet': {
    about: 'turbine',
    address: ({ turbine, version }) =>
      `/api/turbines/${turbine.id}/inspections/${version.year}/publish-sheet`,
  },
  'GET /api/turbines/:id/inspections/:year/versions/:version/people': {
    about: 'version',
    address: versionAddress('/people'),
  },
  'GET /api/turbines/:id/inspections/:year/versions/:version/changes': {
    about: 'version',
    address: versionAddress('/changes'),
  },
  'GET /api/inspections': {},
  'POST /api/turbines/:id/inspections/:year/dossier': {
    about: 'turbine',
    address: turbineAddress('/inspections/2019/dossier'),
    body: () => ({ photos: 'originals' }),
    writesNoAuditEntry: true,
  },
  'GET /api/turbines/:id/dossier-jobs': { about: 'turbine', address: turbineAddress('/dossier-jobs') },
  'DELETE /api/turbines/:id/dossier-jobs/:jobId': {
    about: 'dossier_job',
    address: ({ turbine, dossier_job }) => `/api/turbines/${turbine.id}/dossier-jobs/${dossier_job.id}`,
    writesNoAuditEntry: true,
  },
  'GET /api/turbines/:id/dossier-jobs/:jobId': {
    about: 'dossier_job',
    address: ({ turbine, dossier_job }) => `/api/turbines/${turbine.id}/dossier-jobs/${dossier_job.id}`,
  },
  'GET /api/keys': {},
  'GET /api/seals': {},
}
