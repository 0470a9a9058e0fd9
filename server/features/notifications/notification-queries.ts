import type {
  Notification,
  NotificationKind,
  NotificationQuery,
  NotificationsRead,
} from '#domain/notifications.ts'
import type { Caller } from '#domain/permissions.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { describeNotifications } from './describe-notifications.ts'
import { selectColumns, type Visible, visibleNotifications } from './visible-notifications.ts'

const PAGE_SIZE = 20

/**
 * One page of the caller's notifications, unread first, each newest first, and the unread count. `next` is the cursor of the page after it.
 *
 * @param db the caller's queries, which hide unpublished and deleted records
 */
export async function listNotifications(
  db: Reader,
  caller: Caller,
  kinds: readonly NotificationKind[],
  { unread, cursor }: NotificationQuery,
): Promise<{ data: Notification[]; next: string | null; unread: number }> {
  const [isRead = 0, id = 0] = cursor?.split('-').map(Number) ?? []
  const visible = visibleNotifications(db, caller, kinds)
  const rows = await selectColumns(db, visible)
    .$if(unread !== undefined, (page) => page.where('notification.is_read', '=', unread === 'true' ? 0 : 1))
    .$if(cursor !== undefined, (page) =>
      page.where((is) =>
        is.or([
          is('notification.is_read', '>', isRead as 0),
          is.and([is('notification.is_read', '=', isRead as 0), is('notification.id', '<', id)]),
        ]),
      ),
    )
    .orderBy('notification.is_read')
    .orderBy('notification.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute()
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return {
    data: await describeNotifications(db, shown),
    next: rows.length > PAGE_SIZE && last ? `${last.is_read}-${last.id}` : null,
    unread: await countUnread(visible),
  }
}

/**
 * The daily mail's content: new notifications of these kinds, newest first, and all their ids.
 *
 * @param since nothing older: enabling mails does not send the backlog
 */
export async function listNew(
  db: Reader,
  caller: Caller,
  kinds: readonly NotificationKind[],
  { since, limit }: { since: string; limit: number },
): Promise<{ named: Notification[]; ids: number[] }> {
  const news = visibleNotifications(db, caller, kinds)
    .where('notification.mailed_on', 'is', null)
    .where('notification.is_read', '=', 0)
    .where('notification.at', '>=', since)
    .orderBy('notification.id', 'desc')
  const all = await news.select('notification.id').execute()
  return {
    named: await describeNotifications(db, await selectColumns(db, news).limit(limit).execute()),
    ids: all.map(({ id }) => id),
  }
}

/**
 * Marks notifications as read. Other users' ids are ignored.
 *
 * @param db the caller's transaction, which reads what they may read
 * @param kinds those of the bell: all are marked, mail-only ones are not
 */
export async function markAsRead(
  db: Writer,
  caller: Caller,
  kinds: readonly NotificationKind[],
  read: NotificationsRead,
): Promise<void> {
  // Hidden notifications, such as an answer about a withdrawn version, are new when shown again.
  const shown = visibleNotifications(db, caller, kinds)
    .select('notification.id')
    .where('notification.is_read', '=', 0)
    .where((is) =>
      'ids' in read
        ? is('notification.id', 'in', idList(db, read.ids))
        : is('notification.id', '<=', read.up_to),
    )
  await db.updateTable('notification').set({ is_read: 1 }).where('id', 'in', shown).execute()
}

async function countUnread(visible: Visible): Promise<number> {
  const { unread } = await visible
    .where('notification.is_read', '=', 0)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return Number(unread)
}
