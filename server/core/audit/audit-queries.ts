import { type RawBuilder, type Selectable, sql } from 'kysely'
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditEntry,
  type AuditFilter,
  AuditRecordKind,
  type Reassignment,
  recordKindOf,
} from '#domain/audit.ts'
import { AUDIT_PAGE_SIZE } from '#domain/limits.ts'
import { type Caller, may, mayEverywhere } from '#domain/permissions.ts'
import type { RecordedMove } from '#domain/pictures/photo-move.ts'
import { NO_COMPANY, type Reader } from '#server/infrastructure/database/database.ts'
import { numberInText } from '#server/infrastructure/database/differing-sql.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'

/** One page of the matching entries that the caller may read, newest first, and the number of all matches. */
export async function listAuditEntries(
  db: Reader,
  caller: Caller,
  filter: AuditFilter,
): Promise<{ data: AuditEntry[]; total: number }> {
  const fitting = selectFittingEntries(db, caller, filter)
  const rows = await fitting
    .selectAll()
    .select([
      USER_NAME.as('user_name'),
      recordExists(db).as('record_exists'),
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
  return { data: rows.map((row) => asAuditEntry(caller, row)), total }
}

function selectFittingEntries(
  db: Reader,
  caller: Caller,
  { user_id, action, record_kind, record_id, turbine_id, from, to }: AuditFilter,
) {
  let query = db.selectFrom('audit')
  if (!mayEverywhere(caller, 'audit.read')) query = query.where('company_id', '=', caller.company_id)
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

/** The log stores no user names, so a deleted user has only an e-mail address. */
const USER_NAME = sql<string>`coalesce(
  (select trim(first_name || ' ' || last_name) from "user" where "user".id = audit.user_id), '')`

type Bit = 0 | 1

/** The table with the names of a kind of record. Contact messages are not stored. */
function tableOf(kind: AuditRecordKind): keyof Schema | undefined {
  return kind === 'contact' ? undefined : kind
}

/** Transitions of an inspection have the id of its turbine, because it may have no form. All its entries are named by its year. */
const INSPECTION_EXISTS = sql`exists (select 1 from inspection_work
  where inspection_work.turbine_id = audit.turbine_id and cast(inspection_work.year as text) = audit.record_name)`

function recordExists(db: Reader): RawBuilder<Bit> {
  const id = numberInText(db, 'audit.record_id')
  const ofKinds = AuditRecordKind.options.flatMap((kind) => {
    const table = tableOf(kind)
    if (table === undefined) return []
    const exists =
      kind === 'inspection'
        ? INSPECTION_EXISTS
        : sql`exists (select 1 from ${sql.table(table)} where id = ${id})`
    const actions = AUDIT_ACTIONS.filter((action) => recordKindOf(action) === kind).map((action) =>
      sql.lit(action),
    )
    return sql`when audit.action in (${sql.join(actions)})
      and ${exists} then 1`
  })
  return sql`case ${sql.join(ofKinds, sql` `)} else 0 end`
}

const TURBINE_EXISTS = sql<Bit>`case
  when exists (select 1 from turbine where turbine.id = audit.turbine_id) then 1 else 0
end`

type AuditRow = Selectable<Schema['audit']> & {
  user_name: string
  record_exists: Bit
  turbine_exists: Bit
}

function asAuditEntry(caller: Caller, { request_id: _, company_id: __, ...row }: AuditRow): AuditEntry {
  const action = row.action as AuditAction
  return {
    ...row,
    action,
    record_kind: recordKindOf(action),
    record_exists: row.record_exists === 1,
    turbine_exists: row.turbine_exists === 1,
    changed: JSON.parse(row.changed) as string[],
    moved: row.moved === null ? null : (JSON.parse(row.moved) as RecordedMove),
    reassigned: row.reassigned === null ? null : reassignmentFor(caller, JSON.parse(row.reassigned)),
  }
}

/** Without the companies that the caller does not see. */
function reassignmentFor(caller: Caller, { from, to }: Reassignment): Reassignment {
  const seen = (assignment: Reassignment['from']) =>
    may(caller, 'audit.read', assignment.company_id ?? NO_COMPANY)
      ? assignment
      : { ...assignment, company_id: null, company_name: '' }
  return { from: seen(from), to: seen(to) }
}
