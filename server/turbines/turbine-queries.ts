import { mayEverywhere, type Viewer } from '#domain/permissions.ts'
import { type Turbine, type TurbineChange, TurbineFields } from '#domain/turbine.ts'
import type { Reader, Writer } from '#server/database/database.ts'
import { refuseViolation } from '#server/database/refuse-violation.ts'
import { ApiError } from '#server/errors.ts'

const COLUMNS = Object.keys(TurbineFields.shape) as (keyof TurbineFields)[]

/** The turbines that the viewer may see, in the order of their ids. @param companyId only turbines of this company */
export async function listTurbines(db: Reader, viewer: Viewer, companyId?: number): Promise<Turbine[]> {
  const rows = await visibleTurbines(db, viewer)
    .$if(companyId !== undefined, (query) => query.where('turbine.company_id', '=', companyId as number))
    .orderBy('turbine.id')
    .execute()
  return rows.map(asTurbine)
}

/** @throws ApiError `turbine_not_found` if it does not exist or the viewer may not see its company */
export async function getTurbine(db: Reader, viewer: Viewer, id: number): Promise<Turbine> {
  const row = await visibleTurbines(db, viewer).where('turbine.id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('turbine_not_found')
  return asTurbine(row)
}

export async function turbineExists(db: Reader, id: number): Promise<boolean> {
  return (await db.selectFrom('turbine').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** @returns the id of the new turbine @throws ApiError `company_not_found` */
export async function insertTurbine(db: Writer, fields: TurbineFields): Promise<number> {
  const now = new Date().toISOString()
  const { id } = await refuseViolation('foreign key', 'company_not_found', () =>
    db
      .insertInto('turbine')
      .values({ ...fields, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

/** @throws ApiError `company_not_found` */
export async function updateTurbine(db: Writer, id: number, change: TurbineChange): Promise<void> {
  await refuseViolation('foreign key', 'company_not_found', () =>
    db
      .updateTable('turbine')
      .set({ ...change, updated_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute(),
  )
}

/** Deletes the turbine and the rows of its photos, reports and comments. The caller removes the files. */
export async function deleteTurbine(db: Writer, id: number): Promise<void> {
  await db.deleteFrom('turbine').where('id', '=', id).execute()
}

function visibleTurbines(db: Reader, viewer: Viewer) {
  return db
    .selectFrom('turbine')
    .innerJoin('company', 'company.id', 'turbine.company_id')
    .select(COLUMNS.map((column) => `turbine.${column}` as const))
    .select(['turbine.id', 'turbine.created_at', 'turbine.updated_at', 'company.name as company_name'])
    .select(({ selectFrom, fn }) =>
      selectFrom('photo')
        .select(fn.countAll<number>().as('count'))
        .whereRef('photo.turbine_id', '=', 'turbine.id')
        .as('photo_count'),
    )
    .$if(!mayEverywhere(viewer, 'turbine.read'), (query) =>
      query.where('turbine.company_id', '=', viewer.company_id),
    )
}

function asTurbine(row: Omit<Turbine, 'name' | 'photo_count'> & { photo_count: number | null }): Turbine {
  return { ...row, name: row.turbine_name, photo_count: row.photo_count ?? 0 }
}
