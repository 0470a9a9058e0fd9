import type { AuditAction } from '#domain/audit.ts'
import { AUDIT_KEPT_DAYS } from '#domain/limits.ts'
import type { Services } from '#server/core/env.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { planActivity } from '../plans/activity-plan.ts'

/** Sets the time of the audit entry of an upload or a comment to its invented time. */
export async function backdateEntry(
  db: Writer,
  action: AuditAction,
  recordId: number,
  at: string,
): Promise<void> {
  await db
    .updateTable('audit')
    .set({ at })
    .where('action', '=', action)
    .where('record_id', '=', String(recordId))
    .execute()
}

/** The addresses of entries that the demo's own calls have written. The entries of people who look around meanwhile have real ones. */
const OWN_ADDRESSES = ['unknown', '']

/** Fills the audit log with the last weeks of the demo's users, and deletes the entries of the calls that created the demo. */
export async function addActivity({ db }: Services, now: Date): Promise<void> {
  const users = await db.read.selectFrom('user').select(['id', 'email', 'role', 'company_id']).execute()
  const turbines = await db.read
    .selectFrom('turbine')
    .select(['id', 'code', 'turbine_name', 'company_id'])
    .execute()
  const companies = await db.read.selectFrom('company').select(['id', 'name']).execute()
  await db.write.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('audit')
      .where('address', 'in', OWN_ADDRESSES)
      .where((entry) => entry.or([entry('action', 'like', 'session.%'), entry('action', '=', 'turbine.add')]))
      .execute()
    for (const { id } of users) {
      await transaction
        .updateTable('audit')
        .set({ address: addressOf(id) })
        .where('user_id', '=', id)
        .where('address', 'in', OWN_ADDRESSES)
        .execute()
    }
    for (const { user, record, turbine, at, action, changed } of planActivity(
      { users, turbines, companies },
      now,
    )) {
      await transaction
        .insertInto('audit')
        .values({
          at: at.toISOString(),
          request_id: '',
          address: user ? addressOf(user.id) : '198.51.100.23',
          user_id: user?.id ?? null,
          user_email: user?.email ?? '',
          action,
          record_id: String(record.id),
          record_name: record.name,
          turbine_id: turbine?.id ?? null,
          turbine_name: turbine?.turbine_name ?? '',
          changed: JSON.stringify(changed),
        })
        .execute()
    }
    for (const { id } of users) {
      const { at } = await transaction
        .selectFrom('audit')
        .select(({ fn }) => fn.max('at').as('at'))
        .where('action', '=', 'session.open')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow()
      // `at` is null for a user who has never signed in.
      await transaction.updateTable('user').set({ last_sign_in_at: at }).where('id', '=', id).execute()
    }
    const oldest = new Date(now.getTime() - AUDIT_KEPT_DAYS * 24 * 60 * 60 * 1000).toISOString()
    await transaction.deleteFrom('audit').where('at', '<', oldest).execute()
  })
}

/** An address of the range for documentation. @see https://www.rfc-editor.org/rfc/rfc5737 */
function addressOf(userId: number): string {
  return `203.0.113.${10 + userId}`
}
