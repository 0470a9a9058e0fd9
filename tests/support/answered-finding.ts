import type { Finding } from '#domain/findings/finding.ts'

const TIME = '2026-01-01T00:00:00.000Z'

/** A finding as the API answers it. A test names only the values that it is about. */
export function answeredFinding(id: number, fields: Partial<Finding> = {}): Finding {
  return {
    id,
    turbine_id: 1,
    number: `A-LE-${String(id).padStart(3, '0')}`,
    photo_id: null,
    shape: null,
    blade: 'A',
    side: 'LE',
    room: null,
    type: 'le-erosion',
    severity: null,
    from_m: null,
    to_m: null,
    positions_m: [],
    length_mm: null,
    width_mm: null,
    area_cm2: null,
    opening_mm: null,
    diameter_mm: null,
    depth_mm: null,
    count: null,
    text: '',
    status: 'open',
    year: 2026,
    found_on: '2026-09-01',
    own_due_on: null,
    due_reason: '',
    due_on: null,
    earlier_id: null,
    later_id: null,
    thumb_url: null,
    user_id: 1,
    user_name: 'Ada Yel',
    created_at: TIME,
    updated_at: TIME,
    revision: 1,
    ...fields,
  }
}
