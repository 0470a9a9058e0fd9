import { type InferResult, type SelectQueryBuilder, sql } from 'kysely'
import {
  type InspectionFields,
  InspectionFields as InspectionFieldsSchema,
  type InspectionForm,
  type InspectionWork,
} from '#domain/inspections/inspection.ts'
import { PUBLISHED_FIELDS, type PublishedFacts } from '#domain/inspections/published-fields.ts'
import type { Caller } from '#domain/permissions.ts'
import { changedFields } from '#server/core/audit/audit-log.ts'
import { suggestInspection } from '#server/features/inspections/suggest-inspection.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { seesOnlyPublished } from '#server/records/published-rows.ts'

/** An unsaved inspection without photos to derive defaults from. */
export const EMPTY_FIELDS: InspectionFields = {
  first_day: null,
  last_day: null,
  methods: [],
  inspector: '',
  weather: '',
  camera: '',
  not_seen: '',
}
/** The author set by the migration for versions older than releases. Inspected photos were not counted then. */
export const BEFORE_RELEASES = 'before releases'
const FIELDS = Object.keys(InspectionFieldsSchema.shape) as (keyof InspectionFields)[]

/** The inspections with everything for `asWork`: counts of photos, findings and unpublished changes. */
export function selectWork<Tables extends keyof Schema, Row>(
  inspections: SelectQueryBuilder<Schema, Tables | 'inspection_work', Row>,
) {
  const query = inspections as unknown as SelectQueryBuilder<Schema, 'inspection_work', Row>
  return query
    .leftJoin('inspection_version as shown', (join) =>
      join
        .onRef('shown.turbine_id', '=', 'inspection_work.turbine_id')
        .onRef('shown.year', '=', 'inspection_work.year')
        .onRef('shown.version', '=', 'inspection_work.published_version'),
    )
    .leftJoin('inspection', (join) =>
      join
        .onRef('inspection.turbine_id', '=', 'inspection_work.turbine_id')
        .onRef('inspection.year', '=', 'inspection_work.year'),
    )
    .select([
      'inspection_work.turbine_id',
      'inspection_work.year',
      'inspection_work.state',
      'inspection_work.since',
      'inspection_work.changes',
      'inspection_work.unlooked_reason',
      'inspection_work.published_version',
      'shown.id as shown_id',
      'shown.published_at',
      'shown.user_name as shown_author',
      'shown.fields as shown_fields',
      'shown.looked_at as shown_looked_at',
      'shown.photos as shown_photos',
      'shown.unlooked_reason as shown_unlooked_reason',
      'inspection.first_day',
      'inspection.last_day',
      'inspection.methods',
      'inspection.inspector',
      'inspection.weather',
      'inspection.camera',
      'inspection.not_seen',
      'inspection.updated_at',
      'inspection.revision',
    ])
    .select((is) => {
      const photos = is
        .selectFrom('photo')
        .whereRef('photo.turbine_id', '=', 'inspection_work.turbine_id')
        .whereRef('photo.year', '=', 'inspection_work.year')
      const findings = is
        .selectFrom('finding')
        .whereRef('finding.turbine_id', '=', 'inspection_work.turbine_id')
        .whereRef('finding.year', '=', 'inspection_work.year')
      const moved = is
        .selectFrom('moved_photo')
        .innerJoin('photo', 'photo.id', 'moved_photo.photo_id')
        .whereRef('moved_photo.version_id', '=', 'shown.id')
        .whereRef('photo.year', '=', 'inspection_work.year')
      const { countAll } = is.fn
      return [
        is
          .selectFrom('photo_year')
          .whereRef('photo_year.turbine_id', '=', 'inspection_work.turbine_id')
          .whereRef('photo_year.year', '=', 'inspection_work.year')
          .select('photo_year.photos')
          .as('photos'),
        photos
          .where('photo.looked_at', 'is not', null)
          .select(countAll<number>().as('count'))
          .as('looked_at'),
        // Only for published inspections: others have no version to compare with.
        photos
          .whereRef('photo.uploaded_at', '>', 'shown.published_at')
          .select(countAll<number>().as('count'))
          .as('new_photos'),
        moved
          .where('moved_photo.is_sealed', '=', 0)
          .select(countAll<number>().as('count'))
          .as('arrived_photos'),
        moved.where('moved_photo.is_sealed', '=', 1).select(COUNT_OF_PLACES.as('count')).as('changed_places'),
        findings.select(countAll<number>().as('count')).as('findings'),
        findings
          .where('finding.severity', 'is', null)
          .select(countAll<number>().as('count'))
          .as('not_graded'),
        findings
          .leftJoin('published_finding as before', (join) =>
            join.onRef('before.id', '=', 'finding.id').onRef('before.version_id', '=', 'shown.id'),
          )
          .select(COUNT_OF_CHANGES.as('count'))
          .as('changed_fields'),
        is
          .selectFrom('published_finding')
          .whereRef('published_finding.version_id', '=', 'shown.id')
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('finding as live')
                  .select('live.id')
                  .whereRef('live.id', '=', 'published_finding.id')
                  .whereRef('live.year', '=', 'published_finding.year'),
              ),
            ),
          )
          .select(countAll<number>().as('count'))
          .as('removed_findings'),
      ]
    })
}

/** A new finding is one change; a changed one has one per field. */
const COUNT_OF_CHANGES = sql<number | null>`sum(case when before.id is null then 1 else ${sql.join(
  PUBLISHED_FIELDS.finding.map(
    (field) =>
      sql`case when ${sql.ref(`finding.${field}`)} is distinct from ${sql.ref(`before.${field}`)} then 1 else 0 end`,
  ),
  sql` + `,
)} end)`

/** A photo moved within its year has one change per field. */
const COUNT_OF_PLACES = sql<number | null>`sum(${sql.join(
  PUBLISHED_FIELDS.photo.map(
    (field) =>
      sql`case when ${sql.ref(`photo.${field}`)} is distinct from ${sql.ref(`moved_photo.${field}`)} then 1 else 0 end`,
  ),
  sql` + `,
)})`

export type WorkRow = InferResult<ReturnType<typeof selectWork>>[number] & {
  /** The photos' defaults for an unsaved form, where they differ from the newest version. */
  suggested?: InspectionFields
}

/** Adds the photos' defaults to inspections with an unsaved form, where they may differ from the published ones. */
export async function withSuggestions(db: Reader, rows: readonly WorkRow[]): Promise<WorkRow[]> {
  const suggested: WorkRow[] = []
  for (const row of rows) {
    const isSuggested = row.updated_at === null && row.shown_fields !== null && countPhotoChanges(row) > 0
    suggested.push(isSuggested ? { ...row, suggested: await suggestFields(db, row) } : row)
  }
  return suggested
}

async function suggestFields(
  db: Reader,
  { turbine_id, year }: Pick<WorkRow, 'turbine_id' | 'year'>,
): Promise<InspectionFields> {
  return fieldsOf(await suggestInspection(db, turbine_id, year))
}

/** The inspection's state for the caller. Readers of published data see the newest version, and nothing after it. */
export function asWork(caller: Pick<Caller, 'role'>, row: WorkRow): InspectionWork {
  const photos = row.photos ?? 0
  if (seesOnlyPublished(caller.role)) {
    return {
      state: 'published',
      since: row.published_at,
      published_version: row.published_version,
      // The version number: the revision of the work would reveal when the team works.
      revision: row.published_version ?? 0,
      // Compared with the photos inspected then: one added or removed since is no part of the version.
      photos: row.shown_photos ?? photos,
      looked_at: row.shown_looked_at ?? 0,
      findings: Number(row.findings ?? 0),
      not_graded: Number(row.not_graded ?? 0),
      unlooked_reason: row.shown_unlooked_reason ?? '',
      unpublished_changes: null,
    }
  }
  return {
    state: row.state,
    since: row.since,
    published_version: row.published_version,
    revision: (row.revision ?? 0) + row.changes,
    photos,
    looked_at: Number(row.looked_at ?? 0),
    findings: Number(row.findings ?? 0),
    not_graded: Number(row.not_graded ?? 0),
    unlooked_reason: row.unlooked_reason,
    unpublished_changes: countChanges(row),
  }
}

function countChanges(row: WorkRow): number {
  const findings = Number(row.changed_fields ?? 0) + Number(row.removed_findings ?? 0)
  if (row.published_at === null) return findings
  return findings + countPhotoChanges(row) + changedFields(shownFacts(row), presentFacts(row)).length
}

/** The photos added and removed since the newest version, and the changed fields of their places. */
function countPhotoChanges(row: WorkRow): number {
  const { photos, new_photos, arrived_photos, changed_places, shown_photos } = row
  const added = Number(new_photos ?? 0) + Number(arrived_photos ?? 0)
  return added + Math.abs((shown_photos ?? 0) - ((photos ?? 0) - added)) + Number(changed_places ?? 0)
}

/** The newest version's form. */
export function shownFacts(row: WorkRow): PublishedFacts {
  const isCounted = row.shown_author !== BEFORE_RELEASES
  return {
    ...shownFields(row),
    looked_at: isCounted ? row.shown_looked_at : null,
    unlooked_reason: row.shown_unlooked_reason ?? '',
  }
}

/** The form of a version published now: saved, else from the photos. */
export function presentFacts(row: WorkRow): PublishedFacts {
  const looked_at = Number(row.looked_at ?? 0)
  const isAllInspected = looked_at >= (row.photos ?? 0)
  return {
    ...presentFields(row),
    looked_at: row.shown_author === BEFORE_RELEASES ? null : looked_at,
    unlooked_reason: isAllInspected ? '' : row.unlooked_reason,
  }
}

function presentFields(row: WorkRow): InspectionFields {
  return row.updated_at === null ? (row.suggested ?? shownFields(row)) : savedFields(row)
}

/** The form of the newest version; empty for an older one without a saved form. */
export function shownFields(row: WorkRow): InspectionFields {
  return row.shown_fields === null ? EMPTY_FIELDS : (JSON.parse(row.shown_fields) as InspectionFields)
}

/** The saved form, or empty fields. */
export function savedFields(row: WorkRow): InspectionFields {
  if (row.updated_at === null) return EMPTY_FIELDS
  return fieldsOf({ ...row, methods: JSON.parse(row.methods ?? '[]') } as unknown as InspectionFields)
}

/** The fields of the form alone. */
export function fieldsOf(form: InspectionFields): InspectionFields {
  return Object.fromEntries(FIELDS.map((field) => [field, form[field]])) as unknown as InspectionFields
}

/** The state of an empty inspection. */
export const NO_WORK: InspectionWork = {
  state: 'open',
  since: null,
  published_version: null,
  revision: 0,
  photos: 0,
  looked_at: 0,
  findings: 0,
  not_graded: 0,
  unlooked_reason: '',
  unpublished_changes: 0,
}

/** The state of an inspection; undefined without photos, findings and a saved form. */
export async function findWork(db: Reader, turbineId: number, year: number): Promise<WorkRow | undefined> {
  const rows = await selectWork(db.selectFrom('inspection_work'))
    .where('inspection_work.turbine_id', '=', turbineId)
    .where('inspection_work.year', '=', year)
    .execute()
  return (await withSuggestions(db, rows))[0]
}

/** @param row of `findWork` */
export function withWork(caller: Pick<Caller, 'role'>, form: InspectionForm, row: WorkRow | undefined) {
  return { ...form, ...(row ? asWork(caller, row) : NO_WORK) }
}
