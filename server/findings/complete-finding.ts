import { type Finding, type FindingChange, type FindingDraft, FindingFields } from '#domain/finding.ts'
import { findingIssues, linkIssues, sideOfRoom } from '#domain/finding-rules.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Reader } from '#server/database/database.ts'
import { ApiError, type Issue } from '#server/errors.ts'
import { getPhoto } from '#server/photos/photo-queries.ts'
import { findFinding } from './finding-queries.ts'
import { isFindingType } from './finding-types.ts'

const EMPTY = {
  photo_id: null,
  shape: null,
  room: null,
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
  own_due_on: null,
  due_reason: '',
  earlier_id: null,
} as const

/**
 * The fields of a new finding: what the draft does not have follows from its photo.
 *
 * @throws ApiError `photo_not_found`; `validation_failed` if the fields do not fit each other
 */
export async function completeDraft(
  db: Reader,
  turbine: Turbine,
  draft: FindingDraft,
  now = new Date(),
): Promise<FindingFields> {
  const photo = draft.photo_id == null ? undefined : await getPhoto(db, turbine.id, draft.photo_id)
  const room = draft.room === undefined ? (photo?.room ?? null) : draft.room
  const year = draft.year ?? photo?.year ?? now.getFullYear()
  const side = draft.side ?? (room === null ? undefined : sideOfRoom(room))
  const blade = draft.blade ?? photo?.blade ?? undefined
  if (side === undefined || blade === undefined) {
    const missing = { side, blade }
    const issues = (['blade', 'side'] as const).flatMap((path) =>
      missing[path] === undefined ? { path, code: 'required' } : [],
    )
    throw new ApiError('validation_failed', { issues })
  }
  const found_on = draft.found_on ?? dayOfInspection(year, photo, now)
  const fields = {
    ...EMPTY,
    ...given(draft),
    type: draft.type,
    room,
    year,
    side,
    blade,
    found_on,
    positions_m: [...(draft.positions_m ?? [])],
  }
  return checkFields(db, turbine, fields)
}

/** The fields of a changed finding. @throws as `completeDraft` */
export async function completeChange(
  db: Reader,
  turbine: Turbine,
  finding: Finding,
  change: FindingChange,
): Promise<FindingFields> {
  if (change.photo_id != null && change.photo_id !== finding.photo_id)
    await getPhoto(db, turbine.id, change.photo_id)
  const fields = { ...fieldsOf(finding), ...given(change) }
  // A mark belongs to its photo.
  if (fields.photo_id !== finding.photo_id && change.shape === undefined) fields.shape = null
  return checkFields(db, turbine, fields, finding)
}

/** Today in the year of the inspection; for another year the day of the photo, else the last day of that year. */
function dayOfInspection(year: number, photo: Photo | undefined, now: Date): string {
  const today = now.toISOString().slice(0, 10)
  if (year === now.getFullYear()) return today
  return photo?.upload_date.startsWith(String(year)) ? photo.upload_date.slice(0, 10) : `${year}-12-31`
}

async function checkFields(
  db: Reader,
  turbine: Turbine,
  fields: FindingFields,
  before?: Finding,
): Promise<FindingFields> {
  const positions_m = fields.positions_m.toSorted((one, other) => one - other)
  const range =
    positions_m.length > 0 ? { from_m: positions_m[0] ?? null, to_m: positions_m.at(-1) ?? null } : {}
  const checked = { ...fields, ...range, positions_m }
  const issues: Issue[] = findingIssues(checked, turbine.blade_length)
  if (fields.type !== before?.type && !isFindingType(fields.type))
    issues.push({ path: 'type', code: 'invalid_finding_type' })
  const find = async (id: number | null) => (id === null ? undefined : findFinding(db, turbine.id, id))
  const neighbours = { earlier: await find(checked.earlier_id), later: await find(before?.later_id ?? null) }
  issues.push(...linkIssues({ ...checked, id: before?.id }, neighbours))
  if (issues.length > 0) throw new ApiError('validation_failed', { issues })
  return checked
}

/** Only the fields that a user fills in. */
function fieldsOf(finding: Finding): FindingFields {
  const names = Object.keys(FindingFields.shape) as (keyof FindingFields)[]
  return Object.fromEntries(names.map((name) => [name, finding[name]])) as FindingFields
}

/** JSON has no undefined values, but the types of the schemas allow them. */
function given(fields: FindingDraft | FindingChange): Partial<FindingFields> {
  return fields as Partial<FindingFields>
}
