import { type RawBuilder, type Selectable, sql } from 'kysely'
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditEntry,
  type AuditFilter,
  recordKindOf,
} from '#domain/audit.ts'
import { AUDIT_PAGE_SIZE } from '#domain/limits.ts'
import type { Reader } from '#server/database/database.ts'
import type { Schema } from '#server/database/schema.ts'

/** One page of the entries that fit the filter, newest first, and how many fit it in total. */
export async function listAuditEntries(
  db: Reader,
  filter: AuditFilter,
): Promise<{ data: AuditEntry[]; total: number }> {
  const fitting = fittingEntries(db, filter)
  const rows = await fitting
    .selectAll()
    .select([
      USER_NAME.as('user_name'),
      RECORD_EXISTS.as('record_exists'),
      TURBINE_EXISTS.as('turbine_exists'),
    ])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(AUDIT_PAGE_SIZE)
    .offset((filter.page - 1) * AUDIT_PAGE_SIZE)
    .execute()
  const { total } = await fitting
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { data: rows.map(asAuditEntry), total }
}

function fittingEntries(
  db: Reader,
  { user_id, action, record_kind, record_id, turbine_id, from, to }: AuditFilter,
) {
  let query = db.selectFrom('audit')
  if (user_id !== undefined) query = query.where('user_id', '=', user_id)
  if (action !== undefined) query = query.where('action', '=', action)
  if (record_kind !== undefined) {
    const actions = AUDIT_ACTIONS.filter((each) => recordKindOf(each) === record_kind)
    query = query.where('action', 'in', actions)
  }
  if (record_id !== undefined) query = query.where('record_id', '=', record_id)
  if (turbine_id !== undefined) query = query.where('turbine_id', '=', turbine_id)
  if (from !== undefined) query = query.where('at', '>=', new Date(from).toISOString())
  if (to !== undefined) query = query.where('at', '<', new Date(to).toISOString())
  return query
}

/** The log itself has no names of users, so that a deleted user leaves no more than the e-mail address in it. */
const USER_NAME = sql<string>`coalesce(
  (select trim(first_name || ' ' || last_name) from user where user.id = audit.user_id), '')`

type Bit = 0 | 1

const exists = (table: RawBuilder<unknown>) =>
  sql<Bit>`exists (select 1 from ${table} where id = audit.record_id)`

const RECORD_EXISTS = sql<Bit>`case substr(audit.action, 1, instr(audit.action, '.') - 1)
  when 'turbine' then ${exists(sql`turbine`)}
  when 'photo' then ${exists(sql`photo`)}
  when 'report' then ${exists(sql`report`)}
  when 'comment' then ${exists(sql`comment`)}
  when 'company' then ${exists(sql`company`)}
  when 'contact' then 0
  else ${exists(sql`user`)}
end`

const TURBINE_EXISTS = sql<Bit>`exists (select 1 from turbine where turbine.id = audit.turbine_id)`

type AuditRow = Selectable<Schema['audit']> & {
  user_name: string
  record_exists: Bit
  turbine_exists: Bit
}

function asAuditEntry({ request_id: _, ...row }: AuditRow): AuditEntry {
  const action = row.action as AuditAction
  return {
    ...row,
    action,
    record_kind: recordKindOf(action),
    record_exists: row.record_exists === 1,
    turbine_exists: row.turbine_exists === 1,
    changed: JSON.parse(row.changed) as string[],
  }
}
