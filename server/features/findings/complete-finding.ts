import {
  type Finding,
  type FindingChange,
  type FindingDraft,
  FindingFields,
} from '#domain/findings/finding.ts'
import { findingIssues } from '#domain/findings/finding-issues.ts'
import { linkIssues, lostNeighbours, type Neighbours } from '#domain/findings/finding-links.ts'
import { sideOfPhoto } from '#domain/findings/finding-rules.ts'
import type { Photo } from '#domain/photo.ts'
import { dayIn, todayIn, yearIn, yearOf } from '#domain/time/today.ts'
import type { Turbine } from '#domain/turbine.ts'
import { changedFields } from '#server/core/audit/audit-log.ts'
import { isKnownFlat } from '#server/features/photos/panorama.ts'
import { getPhoto } from '#server/features/photos/photo-queries.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { ApiError, type Issue } from '#server/infrastructure/errors.ts'
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

/** The defaults of a finding from its photo. */
export type PhotoOfFinding = Pick<Photo, 'room' | 'blade' | 'year' | 'upload_date'> &
  Partial<Pick<Photo, 'category' | 'is_sphere'>>

/**
 * The fields of a new finding, with defaults from its photo.
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
  return checkDraft(db, turbine, fillDraft(turbine, draft, photo, now), pickGiven(draft))
}

/** The fields of a new finding as from `completeDraft`, without its checks between fields. @throws as `completeDraft` */
export function fillDraft(
  turbine: Turbine,
  draft: FindingDraft,
  photo: PhotoOfFinding | undefined,
  now = new Date(),
): FindingFields {
  const room = draft.room === undefined ? (photo?.room ?? null) : draft.room
  const year = draft.year ?? photo?.year ?? yearIn(turbine.time_zone, now)
  const side = draft.side ?? sideOfPhoto({ ...photo, room })
  const blade = draft.blade ?? photo?.blade ?? undefined
  if (side === undefined || blade === undefined) {
    const missing = { side, blade }
    const issues = (['blade', 'side'] as const).flatMap((path) =>
      missing[path] === undefined ? { path, code: 'required' } : [],
    )
    throw new ApiError('validation_failed', { issues })
  }
  const found_on = draft.found_on ?? dayOfInspection(year, photo, todayIn(turbine.time_zone, now), turbine)
  return {
    ...EMPTY,
    ...pickGiven(draft),
    type: draft.type,
    room,
    year,
    side,
    blade,
    found_on,
    positions_m: [...(draft.positions_m ?? [])],
  }
}

/**
 * The fields of a new finding as they are stored.
 *
 * @param draft the given fields; only rules about them are checked
 * @throws as `completeDraft`
 */
export async function checkDraft(
  db: Reader,
  turbine: Turbine,
  fields: FindingFields,
  draft: Partial<FindingFields>,
): Promise<FindingFields> {
  const newFields = new Set(changedFields(EMPTY, draft))
  const earlier = await findNeighbour(db, turbine, fields.earlier_id)
  return checkFields(db, turbine, fields, newFields, { earlier, later: undefined })
}

/** A finding as it will be. */
export interface CompletedChange {
  fields: FindingFields
  /** The neighbours that it loses by moving to another blade or year. */
  lost: Neighbours
}

/** The fields of a changed finding, without links that do not fit its new blade or year. @throws as `completeDraft` */
export async function completeChange(
  db: Reader,
  turbine: Turbine,
  finding: Finding,
  change: FindingChange,
): Promise<CompletedChange> {
  const newFields = new Set(changedFields(finding, change))
  const fields = { ...fieldsOf(finding), ...pickGiven(change) }
  // A mark belongs to its photo; a form sends the former photo's mark with the new one.
  if (newFields.has('photo_id') && !newFields.has('shape')) fields.shape = null
  const neighbours = {
    earlier: await findNeighbour(db, turbine, fields.earlier_id),
    later: await findNeighbour(db, turbine, finding.later_id),
  }
  const lost = lostNeighbours(finding, fields, neighbours)
  if (lost.earlier) fields.earlier_id = null
  const kept = {
    earlier: lost.earlier ? undefined : neighbours.earlier,
    later: lost.later ? undefined : neighbours.later,
  }
  return { fields: await checkFields(db, turbine, fields, newFields, kept, finding.id), lost }
}

async function findNeighbour(db: Reader, turbine: Turbine, id: number | null): Promise<Finding | undefined> {
  return id === null ? undefined : findFinding(db, turbine.id, id)
}

/** Today in the year of the inspection; for another year the day of the photo, else the last day of that year. */
function dayOfInspection(
  year: number,
  photo: PhotoOfFinding | undefined,
  today: string,
  { time_zone }: Turbine,
): string {
  if (year === yearOf(today)) return today
  const uploaded = photo && dayIn(time_zone, photo.upload_date)
  return uploaded !== undefined && yearOf(uploaded) === year ? uploaded : `${year}-12-31`
}

/** @param newFields the names of the changed fields; only rules about them are checked @param id of an existing finding */
async function checkFields(
  db: Reader,
  turbine: Turbine,
  wanted: FindingFields,
  newFields: ReadonlySet<string>,
  neighbours: Neighbours,
  id?: number,
): Promise<FindingFields> {
  const fields = { ...wanted, positions_m: wanted.positions_m.toSorted((a, b) => a - b) }
  const isNew = (field: keyof FindingFields) => newFields.has(field)
  const surroundings = {
    bladeLength: turbine.blade_length,
    photo: await photoToCheck(db, turbine, fields, isNew),
  }
  const issues: Issue[] = findingIssues(fields, surroundings, isNew)
  if (isNew('type') && !isFindingType(fields.type))
    issues.push({ path: 'type', code: 'invalid_finding_type' })
  issues.push(...linkIssues({ ...fields, id }, neighbours, isNew('earlier_id')))
  if (issues.length > 0) throw new ApiError('validation_failed', { issues })
  const { positions_m } = fields
  if (positions_m.length === 0) return fields
  return { ...fields, from_m: positions_m[0] ?? null, to_m: positions_m.at(-1) ?? null }
}

/** The photo, if it or its mark is new. @throws ApiError `photo_not_found` */
async function photoToCheck(
  db: Reader,
  turbine: Turbine,
  { photo_id }: FindingFields,
  isNew: (field: 'photo_id' | 'shape') => boolean,
) {
  if (photo_id === null || !(isNew('photo_id') || isNew('shape'))) return undefined
  const photo = await getPhoto(db, turbine.id, photo_id)
  return { ...photo, isFlat: await isKnownFlat(db, photo) }
}

/** Only the user's fields. */
function fieldsOf(finding: Finding): FindingFields {
  const names = Object.keys(FindingFields.shape) as (keyof FindingFields)[]
  return Object.fromEntries(names.map((name) => [name, finding[name]])) as FindingFields
}

/** JSON has no undefined values, but the schema types allow them. */
function pickGiven(fields: FindingDraft | FindingChange): Partial<FindingFields> {
  return fields as Partial<FindingFields>
}
