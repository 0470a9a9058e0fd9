import { type InferResult, sql } from 'kysely'
import { UNSOLVED_STATUSES } from '#domain/findings/finding.ts'
import { findingNumber } from '#domain/findings/finding-rules.ts'
import {
  type NamedFinding,
  type Notification,
  type NotificationKind,
  type NotificationQuery,
  type NotificationsRead,
  WORST_FINDINGS_MAX,
} from '#domain/notifications.ts'
import { may, mayEverywhere, type Viewer } from '#domain/permissions.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { IS_UNSOLVED } from '#server/infrastructure/database/unsolved-findings.ts'

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
    data: await describe(db, shown),
    next: rows.length > PAGE_SIZE && last ? `${last.is_read}-${last.id}` : null,
    unread: await countUnread(visible),
  }
}

/** What the mail of a day tells: everything new of these kinds, the newest first. */
export async function listNew(
  db: Reader,
  viewer: Viewer,
  kinds: readonly NotificationKind[],
  limit: number,
): Promise<Notification[]> {
  const rows = await selectColumns(visibleNotifications(db, viewer, kinds))
    .where('notification.mailed_on', 'is', null)
    .where('notification.is_read', '=', 0)
    .orderBy('notification.id', 'desc')
    .limit(limit)
    .execute()
  return describe(db, rows)
}

/** Marks what the user has read. Ids of others do nothing. */
export async function markAsRead(db: Writer, userId: number, read: NotificationsRead): Promise<void> {
  await db
    .updateTable('notification')
    .set({ is_read: 1 })
    .where('user_id', '=', userId)
    .where('is_read', '=', 0)
    .where((is) => ('ids' in read ? is('id', 'in', idList(db, read.ids)) : is('id', '<=', read.up_to)))
    .execute()
}

/** What the viewer is told of and may read now: a comment that was deleted or a version that was withdrawn is gone. */
function visibleNotifications(db: Reader, viewer: Viewer, kinds: readonly NotificationKind[]) {
  const reviews = may(viewer, 'inspection.publish', viewer.company_id)
  return db
    .selectFrom('notification')
    .innerJoin('turbine', 'turbine.id', 'notification.turbine_id')
    .innerJoin('company', 'company.id', 'turbine.company_id')
    .leftJoin('comment', (join) =>
      join.on('notification.kind', '=', 'comment').onRef('comment.id', '=', 'notification.record_id'),
    )
    .leftJoin('finding', (join) =>
      join.on(
        sql`finding.id`,
        '=',
        sql`coalesce(comment.finding_id, case notification.kind when 'due' then notification.record_id end)`,
      ),
    )
    .leftJoin('report', (join) =>
      join.on('notification.kind', '=', 'report_ready').onRef('report.id', '=', 'notification.record_id'),
    )
    .leftJoin('inspection_version as published', (join) =>
      join
        .on('notification.kind', '=', 'published')
        .onRef('published.turbine_id', '=', 'notification.turbine_id')
        .onRef('published.year', '=', 'notification.year')
        .onRef('published.version', '=', 'notification.version')
        .on('published.withdrawn_at', 'is', null),
    )
    .leftJoin('inspection_work as late', (join) =>
      join
        .on('notification.kind', '=', 'review_late')
        .onRef('late.turbine_id', '=', 'notification.turbine_id')
        .onRef('late.year', '=', 'notification.year')
        .on('late.state', '=', 'in_review'),
    )
    .where('notification.user_id', '=', viewer.id)
    .where('notification.kind', 'in', [...kinds, sql.lit('') as never])
    .where((is) =>
      is.or([
        is('comment.id', 'is not', null),
        is.and([is('notification.kind', '=', 'due'), is('finding.id', 'is not', null), IS_UNSOLVED]),
        is('report.id', 'is not', null),
        is('published.id', 'is not', null),
        ...(reviews ? [is('late.since', 'is not', null)] : []),
      ]),
    )
    .$if(!mayEverywhere(viewer, 'turbine.read'), (query) =>
      query.where('turbine.company_id', '=', viewer.company_id),
    )
}

type Visible = ReturnType<typeof visibleNotifications>

async function countUnread(visible: Visible): Promise<number> {
  const { unread } = await visible
    .where('notification.is_read', '=', 0)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return Number(unread)
}

function selectColumns(visible: Visible) {
  return visible.select([
    'notification.id',
    'notification.kind',
    'notification.at',
    'notification.is_read',
    'notification.turbine_id',
    'notification.year',
    'notification.version',
    'notification.state',
    'notification.due_on',
    'notification.in_days',
    'notification.findings',
    'turbine.turbine_name',
    'turbine.code',
    'company.review_days',
    'comment.id as comment_id',
    'comment.user_name',
    'comment.comment',
    'finding.id as finding_id',
    'finding.blade',
    'finding.side',
    'finding.serial',
    'finding.type',
    'finding.severity',
    'report.id as report_id',
    'report.original_filename',
    'report.year as report_year',
    'published.id as version_id',
    'late.since',
  ])
}

type Row = InferResult<ReturnType<typeof selectColumns>>[number]

async function describe(db: Reader, rows: readonly Row[]): Promise<Notification[]> {
  const worst = await findWorst(
    db,
    rows.flatMap(({ version_id }) => version_id ?? []),
  )
  return rows.flatMap((row) => asNotification(row, worst) ?? [])
}

/** Undefined of a row of another version of the server. */
function asNotification(row: Row, worst: ReadonlyMap<number, NamedFinding[]>): Notification | undefined {
  const { id, at, turbine_id, year } = row
  const turbine_name = row.turbine_name || row.code
  const common = { id, at, read: row.is_read === 1, turbine_id, turbine_name }
  const finding = nameFinding(row)
  switch (row.kind) {
    case 'published': {
      if (year === null || row.version === null || row.version_id === null || row.state === null)
        return undefined
      return {
        ...common,
        kind: 'published',
        record: { kind: 'inspection', id: year },
        version: row.version,
        state: row.state,
        worst: worst.get(row.version_id) ?? [],
      }
    }
    case 'comment': {
      if (row.comment_id === null || row.comment === null) return undefined
      return {
        ...common,
        kind: 'comment',
        record: { kind: 'comment', id: row.comment_id },
        user_name: row.user_name ?? '',
        comment: row.comment,
        finding,
      }
    }
    case 'due': {
      if (!finding || row.due_on === null || row.in_days === null) return undefined
      return {
        ...common,
        kind: 'due',
        record: { kind: 'finding', id: finding.id },
        due_on: row.due_on,
        in_days: row.in_days,
        findings: row.findings ?? 1,
        finding,
      }
    }
    case 'review_late': {
      if (year === null || row.since === null) return undefined
      return {
        ...common,
        kind: 'review_late',
        record: { kind: 'inspection', id: year },
        since: row.since,
        days: row.review_days,
      }
    }
    case 'report_ready': {
      if (row.report_id === null || row.report_year === null || row.original_filename === null)
        return undefined
      return {
        ...common,
        kind: 'report_ready',
        record: { kind: 'report', id: row.report_id },
        year: row.report_year,
        name: row.original_filename,
      }
    }
  }
}

function nameFinding({ finding_id, blade, side, serial, type, severity }: Row): NamedFinding | null {
  if (finding_id === null || blade === null || side === null || serial === null || type === null) return null
  return { id: finding_id, number: findingNumber({ blade, side, serial }), type, severity }
}

/** The worst unsolved findings of published versions, by the id of the version. */
async function findWorst(db: Reader, versionIds: readonly number[]): Promise<Map<number, NamedFinding[]>> {
  const worst = new Map<number, NamedFinding[]>()
  if (versionIds.length === 0) return worst
  const ranked = db
    .selectFrom('published_finding')
    .select(['version_id', 'id', 'blade', 'side', 'serial', 'type', 'severity'])
    .select(
      sql<number>`row_number() over (partition by version_id order by coalesce(severity, 0) desc, id)`.as(
        'rank',
      ),
    )
    .where('version_id', 'in', idList(db, versionIds))
    .where('status', 'in', UNSOLVED_STATUSES)
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('rank', '<=', WORST_FINDINGS_MAX)
    .orderBy('version_id')
    .orderBy('rank')
    .execute()
  for (const { version_id, id, type, severity, ...place } of rows) {
    const named = { id, number: findingNumber(place), type, severity }
    worst.set(version_id, [...(worst.get(version_id) ?? []), named])
  }
  return worst
}
