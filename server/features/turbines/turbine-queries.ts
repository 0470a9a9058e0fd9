import { type InferResult, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { stateOfPublished } from '#domain/findings/finding-rules.ts'
import { type Caller, mayEverywhere } from '#domain/permissions.ts'
import { type Turbine, type TurbineChange, type TurbineContents, TurbineFields } from '#domain/turbine.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { pairsOfNumbers } from '#server/infrastructure/database/differing-sql.ts'
import { deleteOfTurbine } from '#server/infrastructure/database/in-groups.ts'
import { refuseViolation } from '#server/infrastructure/database/refuse-violation.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import { thumbnailUrl } from '#server/infrastructure/store/media-url.ts'
import { MAY_SHOW_SPHERE } from '#server/records/may-show-sphere.ts'
import { seesOnlyPublished } from '#server/records/published-rows.ts'
import { IS_UNSOLVED, IS_UNSOLVED_AS_PUBLISHED } from '#server/records/unsolved-findings.ts'

const COLUMNS = Object.keys(TurbineFields.shape) as (keyof TurbineFields)[]

/** The visible turbines, ordered by id. @param companyId only turbines of this company */
export async function listTurbines(db: Reader, caller: Caller, companyId?: number): Promise<Turbine[]> {
  const rows = await visibleTurbines(db, caller)
    .$if(companyId !== undefined, (query) => query.where('turbine.company_id', '=', companyId as number))
    .orderBy('turbine.id')
    .execute()
  return mapInTurns(rows, (row) => asTurbine(caller, row))
}

/** @throws ApiError `turbine_not_found` if it does not exist or the caller may not see its company */
export async function getTurbine(db: Reader, caller: Caller, id: number): Promise<Turbine> {
  const row = await visibleTurbines(db, caller).where('turbine.id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('turbine_not_found')
  return asTurbine(caller, row)
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
      .set(({ eb }) => ({
        ...change,
        updated_at: new Date().toISOString(),
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', id)
      .execute(),
  )
}

/** Rows that a turbine may have thousands of, in the order of deletion: referencing rows come first. */
const MANY_OF_A_TURBINE = ['comment', 'finding', 'photo', 'report'] as const
/** Uncounted rows that may be as many. */
const PUBLISHED_OF_A_TURBINE = 'published_finding'

/**
 * Deletes the turbine and the rows of its photos, reports, findings and comments, in batches: the foreign keys would delete all in one
 * statement. The caller removes the files.
 */
export async function deleteTurbine(db: Writer, id: number): Promise<void> {
  for (const table of [...MANY_OF_A_TURBINE, PUBLISHED_OF_A_TURBINE] as const)
    await deleteOfTurbine(db, table, id)
  // Each has a document.
  await deleteOfTurbine(db, 'inspection_version', id, 1)
  await db.deleteFrom('turbine').where('id', '=', id).execute()
}

/** The number of records deleted with the turbine. */
export async function countContents(db: Reader, id: number): Promise<TurbineContents> {
  const count = async (table: (typeof MANY_OF_A_TURBINE)[number]) => {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('turbine_id', '=', id)
      .executeTakeFirstOrThrow()
    return rows
  }
  return {
    photos: await count('photo'),
    findings: await count('finding'),
    reports: await count('report'),
    comments: await count('comment'),
  }
}

/** Stores the time of the visit. Only later uploads by others are new to the user. */
export async function recordVisit(db: Writer, userId: number, turbineId: number): Promise<void> {
  const visited_at = new Date().toISOString()
  await db
    .insertInto('turbine_visit')
    .values({ user_id: userId, turbine_id: turbineId, visited_at })
    .onConflict((visit) => visit.columns(['user_id', 'turbine_id']).doUpdateSet({ visited_at }))
    .execute()
}

/**
 * The key of a photo, prefixed by width and height for a very tall or wide one, separated by blanks: a key has none. Other thumbnails are
 * the smallest derivative, and lists of thousands of turbines are faster without the sizes.
 */
const COVER = sql<string>`case when height > 3 * width or width > 3 * height
  then cast(width as text) || ' ' || cast(height as text) || ' ' || key else key end`

function visibleTurbines(db: Reader, caller: Caller) {
  return db
    .selectFrom('turbine')
    .innerJoin('company', 'company.id', 'turbine.company_id')
    .leftJoin('turbine_visit', (join) =>
      join.onRef('turbine_visit.turbine_id', '=', 'turbine.id').on('turbine_visit.user_id', '=', caller.id),
    )
    .leftJoin('inspection_work as running', (join) =>
      join
        .onRef('running.turbine_id', '=', 'turbine.id')
        .on(({ eb, selectFrom }) =>
          eb('running.year', '=', newestUnpublished(selectFrom('inspection_work'))),
        ),
    )
    .select(COLUMNS.map((column) => `turbine.${column}` as const))
    .select([
      'turbine.id',
      'turbine.created_at',
      'turbine.updated_at',
      'turbine.revision',
      'company.name as company_name',
    ])
    .select('company.time_zone')
    .select((query) => {
      const photos = query.selectFrom('photo').whereRef('photo.turbine_id', '=', 'turbine.id')
      const findings = query.selectFrom('finding').whereRef('finding.turbine_id', '=', 'turbine.id')
      const unsolved = findings.where(IS_UNSOLVED)
      const published = query
        .selectFrom('published_finding')
        .whereRef('published_finding.turbine_id', '=', 'turbine.id')
        .where('published_finding.is_current', '=', 1)
        .where(IS_UNSOLVED_AS_PUBLISHED)
      const inspections = query
        .selectFrom('inspection_work')
        .whereRef('inspection_work.turbine_id', '=', 'turbine.id')
      const accountMade = query.selectFrom('user').select('created_at').where('id', '=', caller.id)
      const { countAll, coalesce } = query.fn
      return [
        photos.select(({ fn }) => fn.max('uploaded_at').as('newest')).as('newest_photo_at'),
        photos
          .select(COVER.as('cover'))
          .where('width', 'is not', null)
          .orderBy('uploaded_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('cover'),
        query
          .selectFrom('photo_year')
          .whereRef('photo_year.turbine_id', '=', 'turbine.id')
          .select(pairsOfNumbers(db, 'year', 'photos').as('years'))
          .as('years'),
        photos
          .select(countAll<number>().as('count'))
          .where('uploaded_at', '>', coalesce('turbine_visit.visited_at', accountMade))
          .where('uploader_id', 'is distinct from', caller.id)
          .as('new_photo_count'),
        query
          .selectFrom('inspection_version as new_version')
          .whereRef('new_version.turbine_id', '=', 'turbine.id')
          .where('new_version.published_at', '>', coalesce('turbine_visit.visited_at', accountMade))
          .where('new_version.withdrawn_at', 'is', null)
          .where('new_version.user_id', 'is distinct from', caller.id)
          .select(({ fn }) => fn.max('new_version.year').as('year'))
          .as('new_publication_year'),
        query.exists(photos.select('photo.id').where(MAY_SHOW_SPHERE)).as('has_panorama'),
        inspections
          .where('published_version', 'is not', null)
          .where(isInspected)
          .select(({ fn }) => fn.max('year').as('year'))
          .as('state_year'),
        published.select(({ fn }) => fn.max('severity').as('severity')).as('worst_severity'),
        published.where('severity', 'is', null).select(countAll<number>().as('count')).as('not_graded_count'),
        'running.year as running_year',
        photos
          .where('looked_at', 'is not', null)
          .whereRef('year', '=', 'running.year')
          .select(countAll<number>().as('count'))
          .as('running_looked_at'),
        unsolved.select(countAll<number>().as('count')).as('unsolved_finding_count'),
      ]
    })
    .$if(!mayEverywhere(caller, 'turbine.read'), (query) =>
      query.where('turbine.company_id', '=', caller.company_id),
    )
}

/** True for a published inspection with photos or findings: an empty one says nothing about the turbine. */
export const isInspected = sql<SqlBool>`exists (select 1 from inspection_version as said
  where said.turbine_id = inspection_work.turbine_id and said.year = inspection_work.year
    and said.version = inspection_work.published_version
    and (said.photos > 0 or exists (select 1 from published_finding as found where found.version_id = said.id)))`

/** The turbine's newest year with an unpublished, non-empty inspection. */
function newestUnpublished(inspections: SelectQueryBuilder<Schema, 'inspection_work', object>) {
  return inspections
    .select(({ fn }) => fn.max('inspection_work.year').as('year'))
    .where(sql<boolean>`inspection_work.turbine_id = turbine.id`)
    .where('inspection_work.state', '!=', 'published')
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('photo_year')
            .select('photo_year.year')
            .whereRef('photo_year.turbine_id', '=', 'inspection_work.turbine_id')
            .whereRef('photo_year.year', '=', 'inspection_work.year'),
        ),
        exists(
          selectFrom('finding')
            .select('finding.id')
            .whereRef('finding.turbine_id', '=', 'inspection_work.turbine_id')
            .whereRef('finding.year', '=', 'inspection_work.year'),
        ),
      ]),
    )
}

type TurbineRow = InferResult<ReturnType<typeof visibleTurbines>>[number]

function asTurbine(
  caller: Caller,
  { cover, years, worst_severity, not_graded_count, running_year, running_looked_at, ...row }: TurbineRow,
): Turbine {
  const { state_year } = row
  const isRunning = running_year !== null && running_year >= (state_year ?? 0)
  const photosOfYears = JSON.parse(years ?? '[]') as [year: number, photos: number][]
  return {
    ...row,
    name: row.turbine_name,
    photo_count: photosOfYears.reduce((sum, [, photos]) => sum + photos, 0),
    photo_years: photosOfYears.map(([year]) => year).sort((a, b) => b - a),
    cover_url: cover === null ? null : coverUrl(cover),
    new_photo_count: row.new_photo_count ?? 0,
    // SQLite has no booleans.
    has_panorama: Boolean(row.has_panorama),
    state: stateOfPublished(state_year, worst_severity, Number(not_graded_count ?? 0)),
    inspection_running:
      isRunning && !seesOnlyPublished(caller.role)
        ? {
            year: running_year,
            looked_at: Number(running_looked_at ?? 0),
            photos: photosOfYears.find(([year]) => year === running_year)?.[1] ?? 0,
          }
        : null,
    unsolved_finding_count: row.unsolved_finding_count ?? 0,
  }
}

/** @param cover what `COVER` selects */
function coverUrl(cover: string): string {
  if (!cover.includes(' ')) return thumbnailUrl(cover)
  const [width, height, key = ''] = cover.split(' ')
  return thumbnailUrl(key, { width: Number(width), height: Number(height) })
}
