import { sql } from 'kysely'
import type { FleetInspection } from '#domain/inspections/inspection.ts'
import { type InspectionFilter, WAITING_STATES } from '#domain/inspections/state.ts'
import { type Caller, mayEverywhere } from '#domain/permissions.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import { seesOnlyPublished } from '#server/records/published-rows.ts'
import { asWork, savedFields, selectWork, shownFields, withSuggestions } from './inspection-work.ts'
import { findPublishedResults } from './published-results.ts'
import { waitingReason } from './waiting-reason.ts'

/** How many names of finding authors are answered. */
const WORKERS_MAX = 3

/** The greatest `Date`, in milliseconds since 1970: a caller may invent any cursor. */
const LATEST_TIME = 8_640_000_000_000_000

/** One page of the visible inspections, in the order of the filter. `next` is the cursor of the page after it. */
export async function listInspections(
  db: Reader,
  caller: Caller,
  filter: InspectionFilter,
): Promise<{ data: FleetInspection[]; next: string | null; approximate_total: number }> {
  const matching = matchingInspections(db, caller, filter)
  const { count } = await matching
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const page = matching
    .$if(filter.cursor !== undefined, (query) => query.where(isAfter(filter)))
    .innerJoin('company', 'company.id', 'turbine.company_id')
    .select([
      'turbine.turbine_name',
      'turbine.code as turbine_code',
      'turbine.city',
      'turbine.company_id',
      'company.name as company_name',
      'company.review_days',
    ])
    .select(sql<0 | 1>`case when ${waitingReason(caller)} is null then 0 else 1 end`.as('waits_for_caller'))
  const rows = await selectWork(page)
    .$if(filter.order === 'since', (query) => query.orderBy('inspection_work.since'))
    .$if(filter.order === 'year', (query) => query.orderBy('inspection_work.year', 'desc'))
    .orderBy('inspection_work.turbine_id')
    .orderBy('inspection_work.year')
    .limit(filter.limit + 1)
    .execute()
  const isTeam = !seesOnlyPublished(caller.role)
  const onPage = rows.slice(0, filter.limit)
  const shown = isTeam ? ((await withSuggestions(db, onPage)) as typeof onPage) : onPage
  const last = shown.at(-1)
  const workers = isTeam ? await findWorkers(db, shown) : new Map<string, string[]>()
  const published = await findPublishedResults(db, shown)
  const data = await mapInTurns(shown, (row) => ({
    ...(isTeam ? savedFields(row) : shownFields(row)),
    ...asWork(caller, row),
    turbine_id: row.turbine_id,
    year: row.year,
    updated_at: isTeam ? row.updated_at : row.published_at,
    turbine_name: row.turbine_name,
    turbine_code: row.turbine_code,
    city: row.city,
    company_id: row.company_id,
    company_name: row.company_name,
    review_days: row.review_days,
    workers: workers.get(`${row.year}-${row.turbine_id}`) ?? [],
    waits_for_caller: isTeam && row.waits_for_caller === 1,
    published: published.get(`${row.year}-${row.turbine_id}`) ?? null,
  }))
  const isLast = rows.length <= filter.limit || !last
  return { data, next: isLast ? null : cursorOf(filter, last), approximate_total: Number(count) }
}

/** The cursor of the page after a row. */
function cursorOf(
  { order }: InspectionFilter,
  { turbine_id, year, since }: { turbine_id: number; year: number; since: string },
): string {
  return order === 'since' ? `${Date.parse(since)}-${turbine_id}-${year}` : `${year}-${turbine_id}`
}

/** The rows after that of the cursor, as `cursorOf` writes it. */
function isAfter({ order, cursor = '' }: InspectionFilter) {
  const [first = 0, turbine = 0, year = 0] = cursor.split('-').map(Number)
  if (order === 'year')
    return sql<boolean>`(inspection_work.year < ${first} or (inspection_work.year = ${first} and inspection_work.turbine_id > ${turbine}))`
  const since = new Date(Math.min(first, LATEST_TIME)).toISOString()
  return sql<boolean>`(inspection_work.since, inspection_work.turbine_id, inspection_work.year) > (${since}, ${turbine}, ${year})`
}

/** The matching inspections. One without photos, findings, versions and changes is a leftover of deletions. */
function matchingInspections(db: Reader, caller: Caller, filter: InspectionFilter) {
  const { year, state, waits_for, company_id, turbine_id, city } = filter
  const isTeam = !seesOnlyPublished(caller.role)
  return db
    .selectFrom('inspection_work')
    .innerJoin('turbine', 'turbine.id', 'inspection_work.turbine_id')
    .$if(!mayEverywhere(caller, 'inspection.read'), (query) =>
      query.where('turbine.company_id', '=', caller.company_id),
    )
    .$if(!isTeam, (query) => query.where('inspection_work.published_version', 'is not', null))
    .$if(!isTeam && state !== undefined && state !== 'published', (query) => query.where(sql<boolean>`1 = 0`))
    .$if(!isTeam && waits_for !== undefined && waits_for !== 'nobody', (query) =>
      query.where(sql<boolean>`1 = 0`),
    )
    .$if(isTeam && state !== undefined, (query) => query.where('inspection_work.state', '=', state as 'open'))
    .$if(isTeam && waits_for === 'me', (query) => query.where(waitingReason(caller), 'is not', null))
    .$if(isTeam && waits_for !== undefined && waits_for !== 'me', (query) =>
      query
        .where('inspection_work.state', 'in', WAITING_STATES[waits_for as 'team'])
        .where((is) =>
          is.or([
            is('inspection_work.state', '!=', 'open'),
            is.exists(
              is
                .selectFrom('photo_year')
                .select(sql.lit(1).as('one'))
                .whereRef('photo_year.turbine_id', '=', 'inspection_work.turbine_id')
                .whereRef('photo_year.year', '=', 'inspection_work.year')
                .where('photo_year.photos', '>', 0),
            ),
          ]),
        ),
    )
    .$if(year !== undefined, (query) => query.where('inspection_work.year', '=', year as number))
    .$if(company_id !== undefined, (query) => query.where('turbine.company_id', '=', company_id as number))
    .$if(turbine_id !== undefined, (query) => query.where('turbine.id', '=', turbine_id as number))
    .$if(city !== undefined, (query) => query.where('turbine.city', '=', city as string))
    .where((is) =>
      is.or([
        is('inspection_work.changes', '>', 0),
        // Versions older than releases are published without a state change.
        is('inspection_work.published_version', 'is not', null),
        ...(['photo_year', 'finding', 'inspection'] as const).map((table) =>
          is.exists(
            is
              .selectFrom(table as 'photo_year')
              .select(sql.lit(1).as('one'))
              .whereRef(`${table as 'photo_year'}.turbine_id`, '=', 'inspection_work.turbine_id')
              .whereRef(`${table as 'photo_year'}.year`, '=', 'inspection_work.year'),
          ),
        ),
      ]),
    )
}

/** The authors of findings in these inspections, newest first, by `year-turbine`. */
async function findWorkers(
  db: Reader,
  inspections: readonly { turbine_id: number; year: number }[],
): Promise<Map<string, string[]>> {
  if (inspections.length === 0) return new Map()
  const rows = await db
    .selectFrom('finding')
    .select(['turbine_id', 'year', 'user_name'])
    .select(({ fn }) => fn.max('created_at').as('newest'))
    .where(
      'turbine_id',
      'in',
      idList(
        db,
        inspections.map(({ turbine_id }) => turbine_id),
      ),
    )
    .where('year', 'in', [...new Set(inspections.map(({ year }) => year))])
    .groupBy(['turbine_id', 'year', 'user_name'])
    .orderBy('newest', 'desc')
    .execute()
  const workers = new Map<string, string[]>()
  for (const { turbine_id, year, user_name } of rows) {
    const key = `${year}-${turbine_id}`
    const names = workers.get(key) ?? []
    if (names.length < WORKERS_MAX) workers.set(key, [...names, user_name])
  }
  return workers
}
