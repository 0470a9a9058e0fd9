import type { Selectable } from 'kysely'
import type { InspectionFields, InspectionForm, InspectionMethod } from '#domain/inspections/inspection.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { refuseViolation } from '#server/infrastructure/database/refuse-violation.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'

const COLUMNS = [
  'id',
  'turbine_id',
  'year',
  'first_day',
  'last_day',
  'methods',
  'inspector',
  'weather',
  'camera',
  'not_seen',
  'updated_at',
  'revision',
] as const

/** A saved inspection. Requires that the caller may read the turbine. */
export async function findInspection(
  db: Reader,
  turbineId: number,
  year: number,
): Promise<(InspectionForm & { id: number }) | undefined> {
  const row = await db
    .selectFrom('inspection')
    .select(COLUMNS)
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .executeTakeFirst()
  return row && asInspection(row)
}

/** Saves the inspection of a turbine and a year. @throws ApiError `turbine_not_found` if the turbine was deleted meanwhile */
export async function saveInspection(
  db: Writer,
  turbineId: number,
  year: number,
  fields: InspectionFields,
): Promise<InspectionForm & { id: number }> {
  const now = new Date().toISOString()
  const columns = { ...fields, methods: JSON.stringify(fields.methods), updated_at: now }
  const row = await refuseViolation('foreign key', 'turbine_not_found', () =>
    db
      .insertInto('inspection')
      .values({ ...columns, turbine_id: turbineId, year, created_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['turbine_id', 'year'])
          .doUpdateSet(({ eb }) => ({ ...columns, revision: eb('inspection.revision', '+', 1) })),
      )
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),
  )
  return asInspection(row)
}

/** The version of the inspection's next report, if no other is stored first. */
export async function readNextVersion(db: Reader, turbineId: number, year: number): Promise<number> {
  const row = await db
    .selectFrom('inspection_report_version')
    .select('last')
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

/**
 * Takes a version, in the transaction that stores its report: an unfinished report takes none.
 *
 * @throws Error if another report has taken it meanwhile; ApiError `turbine_not_found` if the turbine was deleted
 */
export async function takeReportVersion(
  db: Writer,
  turbineId: number,
  year: number,
  version: number,
): Promise<void> {
  const { last } = await refuseViolation('foreign key', 'turbine_not_found', () =>
    db
      .insertInto('inspection_report_version')
      .values({ turbine_id: turbineId, year, last: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['turbine_id', 'year'])
          .doUpdateSet(({ eb }) => ({ last: eb('inspection_report_version.last', '+', 1) })),
      )
      .returning('last')
      .executeTakeFirstOrThrow(),
  )
  if (last !== version) throw new Error('Another report has taken the version of this one.')
}

type Row = Pick<Selectable<Schema['inspection']>, (typeof COLUMNS)[number]>

function asInspection({ methods, ...row }: Row): InspectionForm & { id: number } {
  return { ...row, methods: JSON.parse(methods) as InspectionMethod[] }
}
