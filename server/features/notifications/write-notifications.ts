import type { CommentAudience } from '#domain/comment.ts'
import { PERMISSIONS, ROLES, type Role } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'

/** What is told, beside whom and when. */
export type Told = Pick<Schema['notification'], 'kind' | 'turbine_id'> &
  Partial<
    Pick<
      Schema['notification'],
      'record_id' | 'year' | 'version' | 'state' | 'due_on' | 'in_days' | 'findings'
    >
  >

/** The roles that work on inspections. */
export const TEAM = Object.keys(PERMISSIONS['inspection.work']) as Role[]
/** The roles that read what is published. */
export const READERS = ROLES.filter((role) => !TEAM.includes(role))
/** The roles that see the turbines of every company. */
const EVERYWHERE = ROLES.filter((role) => PERMISSIONS['turbine.read'][role] === 'any')

const NOTHING = {
  record_id: null,
  year: null,
  version: null,
  state: null,
  due_on: null,
  in_days: null,
  findings: null,
}

/** How many users one statement tells. */
const TOLD_AT_ONCE = 500

/** Tells users, in the transaction of what it is about. */
export async function tellUsers(
  db: Writer,
  userIds: readonly number[],
  told: Told,
  at: string,
): Promise<void> {
  for (let begin = 0; begin < userIds.length; begin += TOLD_AT_ONCE) {
    const group = userIds.slice(begin, begin + TOLD_AT_ONCE)
    await db
      .insertInto('notification')
      .values(group.map((user_id) => ({ ...NOTHING, ...told, user_id, at })))
      .execute()
  }
}

/** The active users of a company. @param roles by default all */
export async function listUsersOf(db: Reader, companyId: number, roles?: readonly Role[]): Promise<number[]> {
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where('company_id', '=', companyId)
    .where('is_active', '=', 1)
    .$if(roles !== undefined, (query) => query.where('role', 'in', roles as Role[]))
    .execute()
  return rows.map(({ id }) => id)
}

/** Tells the users of the company, but not the one who did it, that a version is published. */
export async function tellPublication(
  db: Writer,
  { id, company_id }: Pick<Turbine, 'id' | 'company_id'>,
  { year, version, by }: { year: number; version: number; by: number },
  state: Schema['notification']['state'],
): Promise<void> {
  const users = await listUsersOf(db, company_id)
  await tellUsers(
    db,
    users.filter((user) => user !== by),
    { kind: 'published', turbine_id: id, year, version, state },
    new Date().toISOString(),
  )
}

interface NewComment {
  id: number
  user_id: number
  finding_id: number | null
  audience: CommentAudience
}

/**
 * Tells a comment to those who have commented on the same finding or have marked it; of a comment on the turbine to those who have commented on the
 * turbine. What the team says to itself is told to the team.
 */
export async function tellComment(
  db: Writer,
  turbine: Pick<Turbine, 'id' | 'company_id'>,
  { id, user_id, finding_id, audience }: NewComment,
): Promise<void> {
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where('is_active', '=', 1)
    .where('id', '!=', user_id)
    .where((is) => is.or([is('company_id', '=', turbine.company_id), is('role', 'in', EVERYWHERE)]))
    .$if(audience === 'team', (query) => query.where('role', 'in', TEAM))
    .where(({ or, eb, selectFrom }) =>
      or([
        eb(
          'id',
          'in',
          selectFrom('comment')
            .select('comment.user_id')
            .where('comment.turbine_id', '=', turbine.id)
            .where('comment.finding_id', 'is not distinct from', finding_id)
            .where('comment.user_id', 'is not', null),
        ),
        ...(finding_id === null
          ? []
          : [
              eb(
                'id',
                'in',
                selectFrom('finding')
                  .select('finding.user_id')
                  .where('finding.id', '=', finding_id)
                  .where('finding.user_id', 'is not', null),
              ),
            ]),
      ]),
    )
    .execute()
  await tellUsers(
    db,
    rows.map((row) => row.id),
    { kind: 'comment', turbine_id: turbine.id, record_id: id },
    new Date().toISOString(),
  )
}

/** Tells the user who has ordered a report that it is there. @param userId null if the user was deleted meanwhile */
export async function tellReport(
  db: Writer,
  report: { id: number; turbine_id: number },
  userId: number | null,
): Promise<void> {
  if (userId === null) return
  const told = { kind: 'report_ready', turbine_id: report.turbine_id, record_id: report.id } as const
  await tellUsers(db, [userId], told, new Date().toISOString())
}
