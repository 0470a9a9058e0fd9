import type { Inspection } from '#domain/inspections/inspection.ts'

/** An inspection as the server answers it: nobody has saved or published it. */
export function answeredInspection(year: number, fields: Partial<Inspection> = {}): Inspection {
  return {
    turbine_id: 4,
    year,
    first_day: `${year}-05-01`,
    last_day: null,
    methods: ['drone'],
    updated_at: null,
    revision: 0,
    inspector: '',
    weather: '',
    camera: '',
    not_seen: '',
    state: 'open',
    since: null,
    published_version: null,
    photos: 0,
    looked_at: 0,
    findings: 0,
    not_graded: 0,
    unlooked_reason: '',
    unpublished_changes: 0,
    ...fields,
  }
}
