import { NOTIFICATIONS_KEPT_DAYS } from '#domain/notifications.ts'
import type { Services } from '#server/features/open-features.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The users of the demo have read what is older, in milliseconds. */
const READ_AFTER_MS = 10 * DAY_MS
/** How many rows one statement adds. */
const ADDED_AT_ONCE = 500

/**
 * Puts what the users are told of into the order of its invented times: the demo makes its records in another one, and the list of the bell follows
 * the ids. What is older than notifications are kept is deleted.
 */
export async function sortNotifications({ db }: Services, now: Date): Promise<void> {
  const daysAgo = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await db.write.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('notification')
      .leftJoin('comment', (join) =>
        join.on('notification.kind', '=', 'comment').onRef('comment.id', '=', 'notification.record_id'),
      )
      .leftJoin('report', (join) =>
        join.on('notification.kind', '=', 'report_ready').onRef('report.id', '=', 'notification.record_id'),
      )
      .selectAll('notification')
      .select(['comment.created_at', 'report.uploaded_at'])
      .orderBy('notification.id')
      .execute()
    const sorted = rows
      .map(({ id: _, created_at, uploaded_at, ...row }) => ({
        ...row,
        at: created_at ?? uploaded_at ?? row.at,
      }))
      .filter(({ at }) => at >= daysAgo(NOTIFICATIONS_KEPT_DAYS * DAY_MS))
      .map((row) => ({ ...row, is_read: row.at < daysAgo(READ_AFTER_MS) ? (1 as const) : row.is_read }))
      .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    await transaction.deleteFrom('notification').execute()
    for (let begin = 0; begin < sorted.length; begin += ADDED_AT_ONCE)
      await transaction
        .insertInto('notification')
        .values(sorted.slice(begin, begin + ADDED_AT_ONCE))
        .execute()
  })
}
