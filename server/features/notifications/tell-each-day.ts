import { DUE_IN_DAYS } from '#domain/limits.ts'
import { dayIn, laterDay, todayIn } from '#domain/time/today.ts'
import type { CoreServices } from '#server/core/open-core.ts'
import { selectFleetFinding, visibleFindings } from '#server/features/findings/visible-findings.ts'
import type { Reader, ReadingUser, Writer } from '#server/infrastructure/database/database.ts'
import { SERVER_ITSELF } from '#server/infrastructure/work-order.ts'
import { listUsersOf, READERS, TEAM, type Told, tellUsers } from './write-notifications.ts'

/** Days of downtime to catch up on: the minimum interval of `DUE_IN_DAYS`. */
const CATCH_UP_DAYS = 7

/** Reads what customers and viewers read. */
const READER: ReadingUser = { ...SERVER_ITSELF, role: 'viewer' }

interface Company {
  id: number
  review_days: number
  time_zone: string
  told_on: string | null
}

/** Notifies the users of each company daily of findings due soon and of overlong reviews. Maintenance calls it hourly. */
export async function tellEachDay(services: CoreServices, now = new Date()): Promise<void> {
  const { db, transactions } = services
  const companies = await db
    .readFor(SERVER_ITSELF, undefined)
    .selectFrom('company')
    .select(['id', 'review_days', 'time_zone', 'told_on'])
    .orderBy('id')
    .execute()
  for (const company of companies) {
    if (services.stopping) return
    const today = todayIn(company.time_zone, now)
    if (company.told_on !== null && company.told_on >= today) continue
    const team = [
      ...(await listDue(db.readFor(SERVER_ITSELF, undefined), company, today)),
      ...(await listLate(db.readFor(SERVER_ITSELF, undefined), company, today)),
    ]
    const readers = await listDue(db.readFor(READER, undefined), company, today)
    await transactions.run(async (transaction) => {
      db.concern(company.id)
      // One of several servers notifies.
      if (!(await claimDay(transaction, company, today))) return
      for (const [roles, everything] of [
        [TEAM, team],
        [READERS, readers],
      ] as const) {
        const users = await listUsersOf(transaction, company.id, roles)
        for (const told of everything) await tellUsers(transaction, users, told, now.toISOString())
      }
    }, 'refuse')
  }
}

/** @returns false if another server handles this day */
async function claimDay(db: Writer, { id, told_on }: Company, today: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('company')
    .set({ told_on: today })
    .where('id', '=', id)
    .where('told_on', 'is not distinct from', told_on)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** The last handled day. */
function lastDay(toldOn: string | null, today: string): string {
  if (toldOn === null) return laterDay(today, -1)
  const oldest = laterDay(today, -CATCH_UP_DAYS)
  return toldOn < oldest ? oldest : toldOn
}

/** The turbines and days with findings due in that many days. The notification reads which ones. */
async function listDue(db: Reader, { id, told_on }: Company, today: string): Promise<Told[]> {
  const told = new Map<string, Told>()
  // A reader of all companies, narrowed to this one.
  const reader = { id: 0, role: 'superadmin', company_id: id } as const
  for (const in_days of DUE_IN_DAYS) {
    const filter = {
      company_id: id,
      sightings: 'newest',
      due_from: laterDay(lastDay(told_on, today), in_days + 1),
      due_before: laterDay(today, in_days + 1),
    } as const
    const rows = await selectFleetFinding(db, visibleFindings(db, reader, filter, new Map())).execute()
    for (const { turbine_id, due_on } of rows)
      told.set(`${turbine_id} ${due_on}`, { kind: 'due', turbine_id, due_on, in_days })
  }
  return [...told.values()]
}

/** The inspections whose review exceeds the company's limit since today; before the first day, all of them. */
async function listLate(db: Reader, company: Company, today: string): Promise<Told[]> {
  const rows = await db
    .selectFrom('inspection_work')
    .innerJoin('turbine', 'turbine.id', 'inspection_work.turbine_id')
    .select(['inspection_work.turbine_id', 'inspection_work.year', 'inspection_work.since'])
    .where('turbine.company_id', '=', company.id)
    .where('inspection_work.state', '=', 'in_review')
    .execute()
  const last = company.told_on === null ? '' : lastDay(company.told_on, today)
  return rows.flatMap(({ turbine_id, year, since }) => {
    const lateOn = laterDay(dayIn(company.time_zone, since), company.review_days + 1)
    return last < lateOn && lateOn <= today ? [{ kind: 'review_late', turbine_id, year }] : []
  })
}
