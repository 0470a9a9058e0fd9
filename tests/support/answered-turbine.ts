import { type Turbine, TurbineDraft } from '#domain/turbine.ts'

const TIME = '2026-01-01T00:00:00.000Z'

/** A turbine as the API answers it, without photos. A test names only the values that it is about. */
export function answeredTurbine(id: number, fields: Partial<Turbine> = {}): Turbine {
  return {
    ...TurbineDraft.parse({ city: 'izmir', code: `T${id}`, location: 'Karaburun' }),
    id,
    name: fields.turbine_name ?? '',
    company_id: 1,
    company_name: 'Bora Enerji',
    time_zone: 'Europe/Istanbul',
    photo_count: 0,
    photo_years: [],
    newest_photo_at: null,
    cover_url: null,
    has_panorama: false,
    new_photo_count: 0,
    new_publication_year: null,
    state: 'not_inspected',
    state_year: null,
    inspection_running: null,
    unsolved_finding_count: 0,
    created_at: TIME,
    updated_at: TIME,
    revision: 1,
    ...fields,
  }
}
