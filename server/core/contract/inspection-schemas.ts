import {
  FleetInspection,
  InspectionFields,
  InspectionReportDraft,
  ViewedInspection,
} from '#domain/inspections/inspection.ts'
import { Link, LinkDraft, LinkKey } from '#domain/inspections/link.ts'
import { PublishSheet } from '#domain/inspections/publish-sheet.ts'
import { ReportJob } from '#domain/inspections/report-job.ts'
import { FindingReview, ReviewDraft } from '#domain/inspections/review.ts'
import { InspectionStepEntry, TransitionDraft } from '#domain/inspections/state.ts'
import { InspectionChange, InspectionVersion, VersionPerson } from '#domain/inspections/version.ts'
import { company, inspection, place, times, turbine, work } from './examples.ts'
import { type Named, named } from './named-schema.ts'

/** The answer schemas of inspections: state, versions, reviews and reports. */
export const INSPECTION_ANSWERS: Named[] = [
  named('Link', Link, {
    id: 3,
    kind: 'inspection',
    turbine_id: 41,
    year: 2026,
    report_id: null,
    user_name: 'Ada Yel',
    created_at: times.created_at,
    expires_at: '2026-12-28T09:30:00.000Z',
    has_password: true,
    originals: false,
    opened: 2,
    last_opened_at: times.created_at,
    places: ['203.0.113.7'],
  }),
  named('FindingReview', FindingReview, {
    id: 28,
    finding_id: 310,
    decision: 'accepted',
    at: times.updated_at,
    user_id: 12,
    user_name: 'Ada Yel',
  }),
  named('FleetInspection', FleetInspection, {
    ...inspection,
    turbine_id: 41,
    year: 2026,
    updated_at: times.updated_at,
    revision: 4,
    ...work,
    turbine_name: turbine.turbine_name,
    turbine_code: place.code,
    city: place.city,
    company_id: 7,
    company_name: company.name,
    review_days: company.review_days,
    workers: ['Ada Yel'],
  }),
  named('Inspection', ViewedInspection, {
    ...inspection,
    turbine_id: 41,
    year: 2026,
    updated_at: times.updated_at,
    revision: 4,
    ...work,
    returned: 0,
    undecided: 0,
    is_reviewed: true,
    possible: { open: null, in_review: null, published: 'nothing_new', withdrawn: 'forbidden' },
  }),
  named('InspectionChange', InspectionChange, {
    record: 'finding',
    id: 310,
    name: 'A-LE-001',
    field: 'severity',
    before: 3,
    after: 4,
  }),
  named('InspectionStep', InspectionStepEntry, {
    step: 'published',
    at: times.updated_at,
    user_name: 'Ada Yel',
    reason: '',
    version: 1,
  }),
  named('InspectionVersion', InspectionVersion, {
    version: 1,
    published_at: times.updated_at,
    user_name: 'Ada Yel',
    reason: '',
    sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    report_findings: 46,
    withdrawn_at: null,
    withdrawn_by: '',
    withdrawn_reason: '',
  }),
  named('PublishSheet', PublishSheet, {
    version: 2,
    letter: { before: 'C', after: 'D' },
    findings: 11,
    severities: [
      { severity: 5, count: 0 },
      { severity: 4, count: 2 },
      { severity: 3, count: 4 },
      { severity: 2, count: 3 },
      { severity: 1, count: 2 },
      { severity: null, count: 0 },
    ],
    added: 2,
    changed: 1,
    removed: 0,
    solved: 1,
    undecided: 3,
    photos: 51,
    unlooked: 40,
    rooms: 27,
    rooms_without_photos: 14,
    without_distance: 2,
    told: { count: 2, mailed: 1, names: ['Deniz Ak', 'Ece Su'] },
    fingerprint: '4d1fee52a340',
    missing: ['unlooked', 'undecided', 'further_version'],
  }),
  named('VersionPerson', VersionPerson, { id: '0f4d1c0a9b7e4a53b2c8d6e1f0a3957c', name: 'Ada Yel' }),
  named('ReportJob', ReportJob, {
    id: 17,
    state: 'running',
    progress: 0.4,
    report_id: null,
    year: 2026,
    language: 'tr',
    inspection_version: 2,
    error: null,
    message: null,
    created_at: times.created_at,
  }),
]

/** The body schemas of inspections. */
export const INSPECTION_BODIES: Named[] = [
  named('LinkDraft', LinkDraft, { kind: 'inspection', turbine_id: 41, year: 2026, days: 14 }),
  named('LinkKey', LinkKey, { secret: 'q0b3m9d2x7k5w1v8n4c6z0t2y7r5p3sa' }),
  named('InspectionFields', InspectionFields, inspection),
  named('InspectionReportDraft', InspectionReportDraft, { language: 'tr' }),
  named('ReviewDraft', ReviewDraft, {
    decision: 'returned',
    finding_ids: [310],
    revisions: [2],
    replaces: [null],
    remark: 'The photo shows the other side.',
  }),
  named('TransitionDraft', TransitionDraft, { to: 'published', revision: 3, reason: '' }),
]
