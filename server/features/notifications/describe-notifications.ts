import { sql } from 'kysely'
import { UNSOLVED_STATUSES } from '#domain/findings/finding.ts'
import { findingNumber } from '#domain/findings/finding-rules.ts'
import type { NamedFinding } from '#domain/findings/named-finding.ts'
import { WORST_FINDINGS_MAX } from '#domain/limits.ts'
import type { Notification } from '#domain/notifications.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import type { VisibleRow } from './visible-notifications.ts'

/** The rows as the API answers them. */
export async function describeNotifications(
  db: Reader,
  rows: readonly VisibleRow[],
): Promise<Notification[]> {
  const worst = await findWorst(
    db,
    rows.flatMap(({ version_id }) => version_id ?? []),
  )
  return rows.flatMap((row) => asNotification(row, worst) ?? [])
}

/** Undefined for a row of another server version. */
function asNotification(
  row: VisibleRow,
  worst: ReadonlyMap<number, NamedFinding[]>,
): Notification | undefined {
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
        findings: Number(row.findings ?? 1),
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
    case 'upload_ready': {
      if (row.photo_id === null || row.photo_year === null || row.original_name === null) return undefined
      return {
        ...common,
        kind: 'upload_ready',
        record: { kind: 'photo', id: row.photo_id },
        year: row.photo_year,
        name: row.original_name,
      }
    }
  }
}

function nameFinding(row: VisibleRow): NamedFinding | null {
  const { finding_id, blade, side, serial, kept_number, type, severity } = row
  if (finding_id === null || blade === null || side === null || serial === null || type === null) return null
  return { id: finding_id, number: findingNumber({ blade, side, serial, kept_number }), type, severity }
}

/** The worst unresolved findings of published versions, by version id. */
async function findWorst(db: Reader, versionIds: readonly number[]): Promise<Map<number, NamedFinding[]>> {
  const worst = new Map<number, NamedFinding[]>()
  if (versionIds.length === 0) return worst
  const ranked = db
    .selectFrom('published_finding')
    .select(['version_id', 'id', 'blade', 'side', 'serial', 'kept_number', 'type', 'severity'])
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
