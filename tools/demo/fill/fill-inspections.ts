import { publishVersion } from '#server/features/inspections/releases/publish-version.ts'
import { tellPublication } from '#server/features/notifications/write-notifications.ts'
import type { Services } from '#server/features/open-features.ts'
import { getTurbine } from '#server/features/turbines/turbine-queries.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { userOf } from '../accounts.ts'
import { type DemoTurbine, TURBINES } from '../demo-data.ts'
import { type InspectionPlan, planInspection } from '../plans/inspection-plan.ts'

/** How long after the last photo and finding an inspection is closed, reviewed and then published, in days. */
const CLOSED_AFTER = 4
const REVIEWED_AFTER = 7
const PUBLISHED_AFTER = 9
const SECOND_VERSION_AFTER = 16
const DAY_MS = 24 * 60 * 60 * 1000

/** A user who sends inspections on. */
interface Author {
  id: number
  first_name: string
  last_name: string
}

/** The inspection of a turbine and a year that becomes a piece of work. */
interface Work {
  secretsDir: string
  turbine: DemoTurbine & { id: number }
  year: number
  plan: InspectionPlan
  /** When its last photo or finding was there. */
  done: Date
  operator: Author
  reviewer: Author
}

/** Looks at the photos, and closes, reviews and publishes the inspections: those of earlier years all, the newest ones as far as the plan says. */
export async function addInspections(
  { config, db }: Services,
  turbines: Map<string, number>,
  now: Date,
): Promise<void> {
  for (const [index, turbine] of TURBINES.entries()) {
    const id = turbines.get(turbine.code) ?? 0
    const years = await db.read
      .selectFrom('inspection_work')
      .select('year')
      .where('turbine_id', '=', id)
      .orderBy('year')
      .execute()
    for (const { year } of years) {
      const plan = planInspection(index, year === years.at(-1)?.year)
      await db.write
        .transaction()
        .execute((transaction) =>
          addInspection(transaction, config.secretsDir, { ...turbine, id }, year, plan, now),
        )
      await yieldToEventLoop()
    }
  }
}

async function addInspection(
  db: Writer,
  secretsDir: string,
  turbine: DemoTurbine & { id: number },
  year: number,
  plan: InspectionPlan,
  now: Date,
): Promise<void> {
  const [operator, reviewer] = [
    await authorOf(db, userOf(turbine.company_id, 'operator').email),
    await authorOf(db, userOf(turbine.company_id, 'company_manager').email),
  ]
  const done = await lastDay(db, turbine.id, year)
  const work = { secretsDir, turbine, year, plan, done, operator, reviewer }
  await lookAtPhotos(db, work)
  if (plan.state === 'open') return
  const dayAfter = (days: number) =>
    new Date(Math.min(work.done.getTime() + days * DAY_MS, now.getTime() - 60 * 60 * 1000)).toISOString()
  await addStep(db, work, 'in_review', dayAfter(CLOSED_AFTER), operator)
  if (plan.state === 'in_review') return review(db, work, dayAfter(REVIEWED_AFTER), 2 / 3)
  await review(db, work, dayAfter(REVIEWED_AFTER), 1)
  await publish(db, work, 1, { at: dayAfter(PUBLISHED_AFTER), reason: '' })
  if (plan.correction === undefined) return
  await correctFinding(db, work)
  await publish(db, work, 2, { at: dayAfter(SECOND_VERSION_AFTER), reason: plan.correction })
}

async function authorOf(db: Writer, email: string): Promise<Author> {
  return db
    .selectFrom('user')
    .select(['id', 'first_name', 'last_name'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

async function lastDay(db: Writer, turbineId: number, year: number): Promise<Date> {
  const newest = async (table: 'photo' | 'finding') => {
    const { at } = await db
      .selectFrom(table)
      .select(({ fn }) =>
        fn.max(table === 'photo' ? ('uploaded_at' as never) : ('updated_at' as never)).as('at'),
      )
      .where('turbine_id', '=', turbineId)
      .where('year', '=', year)
      .executeTakeFirstOrThrow()
    return (at as string | null) ?? `${year}-01-01T00:00:00.000Z`
  }
  const times = [await newest('photo'), await newest('finding')].sort()
  return new Date(times[1] ?? '')
}

async function lookAtPhotos(db: Writer, { turbine, year, plan, done, operator }: Work): Promise<void> {
  const photos = await db
    .selectFrom('photo')
    .select(['id', 'looked_at'])
    .where('turbine_id', '=', turbine.id)
    .where('year', '=', year)
    .orderBy('id')
    .execute()
  const looked = photos.filter(({ looked_at }, at) => looked_at !== null || at < photos.length * plan.looked)
  for (const { id, looked_at } of looked) {
    if (looked_at !== null) continue
    await db
      .updateTable('photo')
      .set({ looked_at: done.toISOString(), looked_by: operator.id })
      .where('id', '=', id)
      .execute()
  }
}

/** The reviewer accepts findings, from the first one on. @param share of the findings, from 0 to 1 */
async function review(
  db: Writer,
  { turbine, year, reviewer }: Work,
  at: string,
  share: number,
): Promise<void> {
  const findings = await db
    .selectFrom('finding')
    .select(['id', 'revision'])
    .where('turbine_id', '=', turbine.id)
    .where('year', '=', year)
    .orderBy('id')
    .execute()
  const user = { user_id: reviewer.id, user_name: `${reviewer.first_name} ${reviewer.last_name}` }
  for (const { id, revision } of findings.slice(0, Math.ceil(findings.length * share)))
    await db
      .insertInto('finding_review')
      .values({
        finding_id: id,
        turbine_id: turbine.id,
        decision: 'accepted',
        finding_revision: revision,
        at,
        ...user,
      })
      .execute()
}

async function addStep(
  db: Writer,
  { turbine, year }: Work,
  step: 'in_review' | 'published',
  at: string,
  { id, first_name, last_name }: Author,
  version: number | null = null,
  reason = '',
): Promise<void> {
  const user = { user_id: id, user_name: `${first_name} ${last_name}` }
  await db
    .insertInto('inspection_step')
    .values({ turbine_id: turbine.id, year, step, at, ...user, reason, version })
    .execute()
  await db
    .updateTable('inspection_work')
    .set(({ eb }) => ({
      state: step,
      since: at,
      changes: eb('changes', '+', 1),
      ...(version !== null && { published_version: version }),
    }))
    .where('turbine_id', '=', turbine.id)
    .where('year', '=', year)
    .execute()
}

async function publish(
  db: Writer,
  work: Work,
  version: number,
  { at, reason }: { at: string; reason: string },
): Promise<void> {
  const { secretsDir, turbine, year, reviewer } = work
  await publishVersion(
    db,
    secretsDir,
    turbine,
    year,
    reviewer,
    { version, reason, unlooked_reason: '', undecided: 0 },
    at,
  )
  await addStep(db, work, 'published', at, reviewer, version, reason)
  const reader = { ...reviewer, role: 'superadmin', company_id: turbine.company_id } as const
  const published = await getTurbine(db, reader, turbine.id)
  await tellPublication(db, published, { year, version, by: reviewer.id }, published.state, at)
}

/** A second measurement: the worst finding of the inspection is a little longer. */
async function correctFinding(db: Writer, { turbine, year }: Work): Promise<void> {
  const worst = await db
    .selectFrom('finding')
    .select(['id', 'length_mm'])
    .where('turbine_id', '=', turbine.id)
    .where('year', '=', year)
    .orderBy('severity', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!worst) return
  await db
    .updateTable('finding')
    .set({ length_mm: (worst.length_mm ?? 120) + 35 })
    .where('id', '=', worst.id)
    .execute()
}
