import { sql } from 'kysely'
import type {
  Notification,
  NotificationKind,
  NotificationQuery,
  NotificationsRead,
} from '#domain/notifications.ts'
import type { Viewer } from '#domain/permissions.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { describeNotifications } from './describe-notifications.ts'
import { selectColumns, type Visible, visibleNotifications } from './visible-notifications.ts'

const PAGE_SIZE = 20

/**
 * One page of what the viewer is told of, the unread ones first, each the newest first, and how many are unread. `next` is the cursor of the page
 * after it.
 *
 * @param db the queries of the viewer: what is not published, or was deleted, is told to nobody who may not read it
 */
export async function listNotifications(
  db: Reader,
  viewer: Viewer,
  kinds: readonly NotificationKind[],
  { unread, cursor }: NotificationQuery,
): Promise<{ data: Notification[]; next: string | null; unread: number }> {
  const [isRead = 0, id = 0] = cursor?.split('-').map(Number) ?? []
  const visible = visibleNotifications(db, viewer, kinds)
  const rows = await selectColumns(visible)
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
 * What the mail of a day tells: what is new of these kinds, the newest first, and how much that is.
 *
 * @param since nothing older: who turns the mails on does not get everything that was before
 */
export async function listNew(
  db: Reader,
  viewer: Viewer,
  kinds: readonly NotificationKind[],
  { since, limit }: { since: string; limit: number },
): Promise<{ named: Notification[]; all: number }> {
  const news = visibleNotifications(db, viewer, kinds)
    .where('notification.mailed_on', 'is', null)
    .where('notification.at', '>=', since)
  const rows = await selectColumns(news)
    .where('notification.is_read', '=', 0)
    .orderBy('notification.id', 'desc')
    .limit(limit)
    .execute()
  return {
    named: await describeNotifications(db, rows),
    all: rows.length < limit ? rows.length : await countUnread(news),
  }
}

/**
 * Marks what the user has read. Ids of others do nothing.
 *
 * @param kinds what the bell shows: all of it is read, and what only the mail tells is not
 */
export async function markAsRead(
  db: Writer,
  userId: number,
  kinds: readonly NotificationKind[],
  read: NotificationsRead,
): Promise<void> {
  await db
    .updateTable('notification')
    .set({ is_read: 1 })
    .where('user_id', '=', userId)
    .where('is_read', '=', 0)
    .where('kind', 'in', [...kinds, sql.lit('') as never])
    .where((is) => ('ids' in read ? is('id', 'in', idList(db, read.ids)) : is('id', '<=', read.up_to)))
    .execute()
}

async function countUnread(visible: Visible): Promise<number> {
  const { unread } = await visible
    .where('notification.is_read', '=', 0)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return Number(unread)
}
