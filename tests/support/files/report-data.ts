import type { Finding } from '#domain/findings/finding.ts'
import type { Photo } from '#domain/photo.ts'
import type { ReportData } from '#server/features/inspections/description/report-data.ts'

const YEAR = 2026
const DAY = '2026-05-11'

/** The data of a report with these numbers of photos and findings. Every finding is on a photo of its own and continues another one. */
export function reportData(photoCount: number, findingCount: number): ReportData {
  const photos = Array.from({ length: photoCount }, (_, index) => {
    const originalName = `DJI_${(index * 7919) % photoCount}.jpg`
    const place = {
      category: 'blade',
      blade: 'A',
      room: null,
      year: YEAR,
      month: 5,
      width: 4000,
      height: 3000,
    }
    return {
      id: index + 1,
      key: `k${index}`,
      originalName,
      sha256: 'a'.repeat(64),
      upload_date: DAY,
      ...place,
    }
  })
  const findings = Array.from({ length: findingCount }, (_, index) => ({
    id: index + 1,
    number: `A-LE-${index}`,
    blade: 'A',
    side: 'LE',
    room: null,
    from_m: index % 60,
    to_m: null,
    positions_m: [],
    type: 'le-erosion',
    severity: 3,
    status: 'open',
    text: 'Çatlak.',
    user_name: 'Ada Yel',
    length_mm: 3,
    width_mm: null,
    opening_mm: null,
    diameter_mm: null,
    depth_mm: null,
    area_cm2: null,
    count: null,
    year: YEAR,
    found_on: DAY,
    due_on: DAY,
    own_due_on: null,
    due_reason: '',
    updated_at: DAY,
    photo_id: index + 1,
    shape: {
      on: 'image',
      kind: 'box',
      points: [
        [0.1, 0.1],
        [0.2, 0.2],
      ],
    },
    earlier_id: index === 0 ? null : index,
    later_id: index === findingCount - 1 ? null : index + 2,
  }))
  const names = { turbine_name: 'Yayla 7', site_name: 'Yayla', company_name: 'Bora', location: 'Karaburun' }
  const turbine = {
    code: 'T07',
    city: 'izmir',
    coordinates: null,
    blade_length: 60,
    hub_height: null,
    ...names,
  }
  const inspection = { year: YEAR, methods: ['drone'], inspector: '', camera: '', weather: '', not_seen: '' }
  return {
    turbine: { ...turbine, created_at: DAY, updated_at: DAY } as unknown as ReportData['turbine'],
    inspection: { ...inspection, first_day: null, last_day: null } as unknown as ReportData['inspection'],
    findings: findings as unknown as Finding[],
    photos: photos as unknown as Photo[],
    spheres: new Map(),
    deadlines: new Map(),
    release: {
      version: 1,
      published_at: '2026-09-12T09:30:00.000Z',
      reason: '',
      undecided: null,
      before: null,
      changes: [],
    },
    before: null,
    version: 1,
    readAt: '2026-09-12T09:30:00.000Z',
    author: 'Ada Yel',
  }
}
