import { type InferResult, type SelectQueryBuilder, sql } from 'kysely'
import { OBSERVATION_FIELDS } from '#domain/findings/finding.ts'
import {
  type InspectionFields,
  InspectionFields as InspectionFieldsSchema,
  type InspectionForm,
  type InspectionWork,
} from '#domain/inspections/inspection.ts'
import type { Viewer } from '#domain/permissions.ts'
import { changedFields } from '#server/core/audit/audit-log.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { seesOnlyPublished } from '#server/infrastructure/database/published-rows.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'

/** An inspection that nobody has saved, and that has no photos to suggest anything. */
export const EMPTY_FIELDS: InspectionFields = {
  first_day: null,
  last_day: null,
  methods: [],
  inspector: '',
  weather: '',
  camera: '',
  not_seen: '',
}
const FIELDS = Object.keys(InspectionFieldsSchema.shape) as (keyof InspectionFields)[]

/** The inspections with everything that `asWork` needs: counts of photos, findings and of what is not published. */
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
      'shown.published_at',
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
        // Only of published inspections: others have no time of a version to compare with.
        photos
          .whereRef('photo.uploaded_at', '>', 'shown.published_at')
          .select(countAll<number>().as('count'))
          .as('new_photos'),
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

/** A new finding is one change; a changed one has a change for each field. */
const COUNT_OF_CHANGES = sql<number | null>`sum(case when before.id is null then 1 else ${sql.join(
  ['serial', ...OBSERVATION_FIELDS].map(
    (field) =>
      sql`case when ${sql.ref(`finding.${field}`)} is distinct from ${sql.ref(`before.${field}`)} then 1 else 0 end`,
  ),
  sql` + `,
)} end)`

export type WorkRow = InferResult<ReturnType<typeof selectWork>>[number]

/** What the viewer sees of the work on an inspection. Who reads only what is published sees the newest version, and nothing after it. */
export function asWork(viewer: Pick<Viewer, 'role'>, row: WorkRow): InspectionWork {
  const photos = row.photos ?? 0
  if (seesOnlyPublished(viewer.role)) {
    return {
      state: 'published',
      since: row.published_at,
      published_version: row.published_version,
      // The number of the version: the revision of the work would tell when somebody works.
      revision: row.published_version ?? 0,
      photos,
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
    unpublished_changes: countChanges(row, photos),
  }
}

function countChanges(row: WorkRow, photos: number): number {
  const findings = Number(row.changed_fields ?? 0) + Number(row.removed_findings ?? 0)
  if (row.published_at === null) return findings
  const added = Number(row.new_photos ?? 0)
  const removed = Math.abs((row.shown_photos ?? 0) - (photos - added))
  return findings + added + removed + changedFields(shownFields(row), savedFields(row)).length
}

/** What the newest version says; what the inspection says now if nobody had saved it then. */
export function shownFields(row: WorkRow): InspectionFields {
  return row.shown_fields === null ? EMPTY_FIELDS : (JSON.parse(row.shown_fields) as InspectionFields)
}

/** What somebody has saved; empty fields if nobody has. */
export function savedFields(row: WorkRow): InspectionFields {
  if (row.updated_at === null) return EMPTY_FIELDS
  const saved = { ...row, methods: JSON.parse(row.methods ?? '[]') } as unknown as InspectionFields
  return Object.fromEntries(FIELDS.map((field) => [field, saved[field]])) as unknown as InspectionFields
}

/** The work on an inspection of which nothing is there yet. */
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

/** The work on the inspection of a turbine and a year; undefined while it has no photo, no finding and nothing saved. */
export async function findWork(db: Reader, turbineId: number, year: number): Promise<WorkRow | undefined> {
  return selectWork(db.selectFrom('inspection_work'))
    .where('inspection_work.turbine_id', '=', turbineId)
    .where('inspection_work.year', '=', year)
    .executeTakeFirst()
}

/** @param row of `findWork` */
export function withWork(viewer: Pick<Viewer, 'role'>, form: InspectionForm, row: WorkRow | undefined) {
  return { ...form, ...(row ? asWork(viewer, row) : NO_WORK) }
}
