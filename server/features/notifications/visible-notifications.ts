import { type InferResult, sql } from 'kysely'
import type { NotificationKind } from '#domain/notifications.ts'
import { type Caller, may, mayEverywhere } from '#domain/permissions.ts'
import { dueOn } from '#server/features/findings/visible-findings.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { IS_UNSOLVED } from '#server/records/unsolved-findings.ts'

/** The turbine's unresolved findings due on a notification's day, as of now. */
function dueThen(db: Reader) {
  return sql`from finding where finding.turbine_id = notification.turbine_id and ${dueOn(db)} = notification.due_on and ${IS_UNSOLVED}`
}

/** The caller's notifications they may read now: without deleted comments and withdrawn versions. */
export function visibleNotifications(db: Reader, caller: Caller, kinds: readonly NotificationKind[]) {
  const reviews = may(caller, 'inspection.publish', caller.company_id)
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
        sql`coalesce(comment.finding_id, case notification.kind when 'due' then (select finding.id ${dueThen(db)} order by coalesce(finding.severity, 0) desc, finding.id limit 1) end)`,
      ),
    )
    .leftJoin('report', (join) =>
      join.on('notification.kind', '=', 'report_ready').onRef('report.id', '=', 'notification.record_id'),
    )
    .leftJoin('photo', (join) =>
      join.on('notification.kind', '=', 'upload_ready').onRef('photo.id', '=', 'notification.record_id'),
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
        .on('late.state', '=', 'in_review')
        // It was submitted again.
        .onRef('late.since', '<=', 'notification.at'),
    )
    .where('notification.user_id', '=', caller.id)
    .where('notification.kind', 'in', [...kinds, sql.lit('') as never])
    .where((is) =>
      is.or([
        is('comment.id', 'is not', null),
        is.and([is('notification.kind', '=', 'due'), is('finding.id', 'is not', null)]),
        is('report.id', 'is not', null),
        is('photo.id', 'is not', null),
        is('published.id', 'is not', null),
        ...(reviews ? [is('late.since', 'is not', null)] : []),
      ]),
    )
    .$if(!mayEverywhere(caller, 'turbine.read'), (query) =>
      query.where('turbine.company_id', '=', caller.company_id),
    )
}

export type Visible = ReturnType<typeof visibleNotifications>

/** The columns that `describeNotifications` needs. */
export function selectColumns(db: Reader, visible: Visible) {
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
    sql<number | null>`case notification.kind when 'due' then (select count(*) ${dueThen(db)}) end`.as(
      'findings',
    ),
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
    'finding.kept_number',
    'finding.type',
    'finding.severity',
    'report.id as report_id',
    'report.original_filename',
    'report.year as report_year',
    'photo.id as photo_id',
    'photo.original_name',
    'photo.year as photo_year',
    'published.id as version_id',
    'late.since',
  ])
}

export type VisibleRow = InferResult<ReturnType<typeof selectColumns>>[number]
