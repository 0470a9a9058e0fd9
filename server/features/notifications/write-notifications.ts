import type { CommentAudience } from '#domain/comment.ts'
import { PERMISSIONS, ROLES, type Role } from '#domain/permissions.ts'
import { compareNames } from '#domain/text/name-order.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { readChoices } from './notification-choices.ts'

/** The content of a notification. */
export type Told = Pick<Schema['notification'], 'kind' | 'turbine_id'> &
  Partial<Pick<Schema['notification'], 'record_id' | 'year' | 'version' | 'state' | 'due_on' | 'in_days'>>

/** The roles that work on inspections. */
export const TEAM = Object.keys(PERMISSIONS['inspection.work']) as Role[]
/** The roles that read published data. */
export const READERS = ROLES.filter((role) => !TEAM.includes(role))
/** The roles that see all companies. */
const EVERYWHERE = ROLES.filter((role) => PERMISSIONS['turbine.read'][role] === 'any')

const NOTHING = {
  record_id: null,
  year: null,
  version: null,
  state: null,
  due_on: null,
  in_days: null,
}

/** Recipients per statement. */
const TOLD_AT_ONCE = 500

/** Notifies users, in the transaction of the event. */
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

/** The active users of a company with these roles. */
export async function listUsersOf(db: Reader, companyId: number, roles: readonly Role[]): Promise<number[]> {
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where('company_id', '=', companyId)
    .where('is_active', '=', 1)
    .where('role', 'in', roles)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The company's users with publication notifications: customers and viewers before the team, each by name.
 *
 * @param by the publisher, who is not notified
 */
export async function listToldOfPublication(
  db: Reader,
  { company_id }: Pick<Turbine, 'company_id'>,
  by: number,
): Promise<{ id: number; name: string; mail: boolean }[]> {
  const users = await db
    .selectFrom('user')
    .select(['id', 'first_name', 'last_name', 'role', 'email_confirmed'])
    .select(['inspection_notices', 'notification_choices'])
    .where('company_id', '=', company_id)
    .where('is_active', '=', 1)
    .where('id', '!=', by)
    .execute()
  const told = users.flatMap((user) => {
    const { bell, mail } = readChoices(user).published
    const name = `${user.first_name} ${user.last_name}`.trim()
    const isMailed = mail && user.email_confirmed === 1
    return bell || mail ? [{ id: user.id, name, mail: isMailed, isReader: READERS.includes(user.role) }] : []
  })
  return told.sort((a, b) => Number(b.isReader) - Number(a.isReader) || compareNames(a.name, b.name))
}

/** Notifies the company's users of a publication, except its author. @param at by default now */
export async function tellPublication(
  db: Writer,
  turbine: Pick<Turbine, 'id' | 'company_id'>,
  { year, version, by }: { year: number; version: number; by: number },
  state: Schema['notification']['state'],
  at = new Date().toISOString(),
): Promise<void> {
  const users = await listToldOfPublication(db, turbine, by)
  await tellUsers(
    db,
    users.map(({ id }) => id),
    { kind: 'published', turbine_id: turbine.id, year, version, state },
    at,
  )
}

interface NewComments {
  /** The comments of one call. */
  ids: readonly number[]
  /** Their author. */
  user_id: number
  audience: CommentAudience
}

/**
 * Notifies earlier commenters on the same finding and its author; for a comment on the turbine, those who commented on it. Team remarks
 * notify the team only. Of many comments of one call, each user gets the first one.
 */
export async function tellComments(
  db: Writer,
  turbine: Pick<Turbine, 'id' | 'company_id'>,
  { ids, user_id, audience }: NewComments,
): Promise<void> {
  const told = idList(db, ids)
  const rows = await db
    .selectFrom('comment as told')
    .innerJoin(
      // A union cannot have the separate expressions of a query that starts at the database.
      ({ selectFrom }) =>
        selectFrom('comment')
          .select(['user_id', ({ fn, lit }) => fn.coalesce('finding_id', lit(0)).as('about')])
          .where('turbine_id', '=', turbine.id)
          .where('id', 'not in', told)
          .union(
            selectFrom('finding').select(['user_id', 'id as about']).where('turbine_id', '=', turbine.id),
          )
          .as('near'),
      (join) => join.on((is) => is('near.about', '=', is.fn.coalesce('told.finding_id', is.lit(0)))),
    )
    .innerJoin('user', 'user.id', 'near.user_id')
    .select(['user.id', ({ fn }) => fn.min('told.id').as('comment_id')])
    .where('told.id', 'in', told)
    .where('user.is_active', '=', 1)
    .where('user.id', '!=', user_id)
    .where((is) => is.or([is('user.company_id', '=', turbine.company_id), is('user.role', 'in', EVERYWHERE)]))
    .$if(audience === 'team', (query) => query.where('user.role', 'in', TEAM))
    .groupBy('user.id')
    .execute()
  const at = new Date().toISOString()
  for (const [record_id, users] of Map.groupBy(rows, ({ comment_id }) => Number(comment_id)))
    await tellUsers(
      db,
      users.map(({ id }) => id),
      { kind: 'comment', turbine_id: turbine.id, record_id },
      at,
    )
}

/** Notifies the uploader of a prepared point cloud once, even if the job runs twice. */
export async function tellUpload(db: Writer, photoId: number): Promise<void> {
  const photo = await db
    .selectFrom('photo')
    .select(['turbine_id', 'uploader_id'])
    .where('id', '=', photoId)
    .where('uploader_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notification')
            .select('notification.id')
            .whereRef('notification.user_id', '=', 'photo.uploader_id')
            .whereRef('notification.record_id', '=', 'photo.id')
            .where('notification.kind', '=', 'upload_ready'),
        ),
      ),
    )
    .executeTakeFirst()
  if (!photo || photo.uploader_id === null) return
  const told = { kind: 'upload_ready', turbine_id: photo.turbine_id, record_id: photoId } as const
  await tellUsers(db, [photo.uploader_id], told, new Date().toISOString())
}

/** Notifies the requester of a finished report. @param userId null if the user was deleted meanwhile */
export async function tellReport(
  db: Writer,
  report: { id: number; turbine_id: number },
  userId: number | null,
): Promise<void> {
  if (userId === null) return
  const told = { kind: 'report_ready', turbine_id: report.turbine_id, record_id: report.id } as const
  await tellUsers(db, [userId], told, new Date().toISOString())
}
