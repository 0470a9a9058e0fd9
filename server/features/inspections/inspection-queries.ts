import type { Selectable } from 'kysely'
import type { Inspection, InspectionFields, InspectionMethod } from '#domain/inspection.ts'
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
] as const

/** A saved inspection. The caller has checked that the viewer may read the turbine. */
export async function findInspection(
  db: Reader,
  turbineId: number,
  year: number,
): Promise<(Inspection & { id: number }) | undefined> {
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
): Promise<Inspection & { id: number }> {
  const now = new Date().toISOString()
  const columns = { ...fields, methods: JSON.stringify(fields.methods), updated_at: now }
  const row = await refuseViolation('foreign key', 'turbine_not_found', () =>
    db
      .insertInto('inspection')
      .values({ ...columns, turbine_id: turbineId, year, created_at: now })
      .onConflict((conflict) => conflict.columns(['turbine_id', 'year']).doUpdateSet(columns))
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),
  )
  return asInspection(row)
}

/** The version of the next report of an inspection. No other report gets it, even if this one is never finished. */
export async function nextReportVersion(db: Writer, turbineId: number, year: number): Promise<number> {
  const { last } = await refuseViolation('foreign key', 'turbine_not_found', () =>
    db
      .insertInto('inspection_report_version')
      .values({ turbine_id: turbineId, year, last: 1 })
      .onConflict((version) =>
        version
          .columns(['turbine_id', 'year'])
          .doUpdateSet(({ eb }) => ({ last: eb('inspection_report_version.last', '+', 1) })),
      )
      .returning('last')
      .executeTakeFirstOrThrow(),
  )
  return last
}

type Row = Pick<Selectable<Schema['inspection']>, (typeof COLUMNS)[number]>

function asInspection({ methods, ...row }: Row): Inspection & { id: number } {
  return { ...row, methods: JSON.parse(methods) as InspectionMethod[] }
}
