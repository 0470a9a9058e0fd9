import type * as z from 'zod'
import type { Finding } from '#domain/findings/finding.ts'
import type { PhotoScale } from '#domain/findings/photo-scale.ts'
import type { InspectionFields } from '#domain/inspections/inspection.ts'
import { TurbineDraft } from '#domain/turbine.ts'

// One turbine with its company, user, photo, finding and inspection, for all documentation examples.

export const times = { created_at: '2026-11-21T09:30:00.000Z', updated_at: '2026-11-21T09:30:00.000Z' }
export const person = { first_name: 'Ada', last_name: 'Yel', email: 'ada@bora.example', company_id: 7 }
export const account = {
  id: 12,
  ...person,
  role: 'operator',
  company_name: 'Bora Enerji',
  is_active: true,
  inspection_notices: true,
} as const
export const place = { city: 'izmir', code: 'T-07', location: 'Karaburun' }
export const turbine = {
  ...TurbineDraft.parse({
    ...place,
    turbine_name: 'Yayla 7',
    site_name: 'Karaburun RES',
    coordinates: '38.5846,26.4312',
    manufacturer: 'Alp Rüzgâr',
    model: 'R-116',
    serial_number: 'AR-116-007',
    hub_height: 98.5,
  }),
  company_id: 7,
}
export const company = {
  name: 'Bora Enerji',
  contact_email: 'santral@bora.example',
  authorized_number: '+90 232 000 00 00',
  phone: '+90 232 000 00 01',
  address: 'Karaburun, İzmir',
  time_zone: 'Europe/Istanbul',
  deadline_2_months: null,
  deadline_3_months: 4,
  deadline_4_months: null,
  deadline_5_months: null,
  review_required: false,
  second_factor_required: false,
  links_allowed: false,
  review_days: 7,
}
export const key = 'turbines/41/photos/1763717400000-3f9c1a7e5b2d-nose.jpg'
export const finding = {
  id: 310,
  turbine_id: 41,
  number: 'A-LE-001',
  photo_id: 1024,
  shape: {
    on: 'image',
    kind: 'box',
    points: [
      [0.41, 0.22],
      [0.58, 0.37],
    ],
  },
  blade: 'A',
  side: 'LE',
  room: '3',
  type: 'le-erosion',
  severity: 3,
  from_m: 34.6,
  to_m: 37.1,
  positions_m: [],
  length_mm: null,
  width_mm: 60,
  area_cm2: null,
  opening_mm: null,
  diameter_mm: null,
  depth_mm: 2,
  count: null,
  text: 'The coating is gone.',
  status: 'open',
  year: 2026,
  found_on: '2026-11-21',
  own_due_on: null,
  due_reason: '',
  due_on: '2027-03-21',
  earlier_id: 204,
  later_id: null,
  thumb_url: `/media/${key}?w=320`,
  user_id: 12,
  user_name: 'Ada Yel',
  ...times,
  revision: 1,
} satisfies z.input<typeof Finding>

export const inspection = {
  first_day: '2026-09-12',
  last_day: '2026-09-13',
  methods: ['drone', 'robot'],
  inspector: 'Ada Yel',
  weather: 'Clear, 6 m/s, 21 °C',
  camera: 'DJI Zenmuse H30T',
  not_seen: 'The last metre of the tip of blade C was in shadow.',
} satisfies z.input<typeof InspectionFields>

export const scale: PhotoScale = { from: [0.1, 0.5], to: [0.6, 0.5], mm: 500 }

export const report = {
  id: 3,
  original_filename: 'inspection-2026.pdf',
  file_size_bytes: 2_310_442,
  uploaded_at: times.created_at,
  report_url: '/media/turbines/41/reports/1763717400000-91b2c3d4a6e8-inspection-2026.pdf',
  thumb_url: '/media/turbines/41/reports/1763717400000-91b2c3d4a6e8-inspection-2026.pdf?w=320',
  first_name: person.first_name,
  last_name: person.last_name,
  year: 2026,
  language: null,
  inspection_version: null,
  is_draft: false,
  is_withdrawn: false,
}

/** The state of an inspection. */
export const work = {
  state: 'published',
  since: times.updated_at,
  published_version: 1,
  photos: 300,
  looked_at: 300,
  findings: 46,
  not_graded: 0,
  unlooked_reason: '',
  unpublished_changes: 0,
} as const
