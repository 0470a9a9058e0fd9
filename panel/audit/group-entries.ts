import type { AuditEntry } from '#domain/audit.ts'
import { rulesOf } from '#domain/records.ts'
import { dayIn } from '#domain/time/today.ts'

/** One line of the log: an entry, or all uploads or moves of files of one user on one day. */
export interface AuditLine {
  key: string
  /** Newest first; a line of uploads or moves has more than one. */
  entries: [AuditEntry, ...AuditEntry[]]
}

export interface AuditDay {
  /** A day such as `2026-11-21`, in the time zone of the caller's company. */
  day: string
  lines: AuditLine[]
}

/** Groups entries by day, and the uploads and the moves of a day by user and kind. `entries` are sorted, newest first. The position of a line is that of its newest entry. */
export function groupEntries(entries: AuditEntry[], timeZone: string): AuditDay[] {
  const days = new Map<string, Map<string, AuditLine>>()
  for (const entry of entries) {
    const day = dayIn(timeZone, entry.at)
    const lines = days.get(day) ?? new Map<string, AuditLine>()
    days.set(day, lines)
    const isOfMany = isActionOnFiles(entry) && entry.user_id !== null
    const key = isOfMany ? `${entry.action} ${entry.user_id}` : String(entry.id)
    const line = lines.get(key)
    if (line) line.entries.push(entry)
    else lines.set(key, { key: `${day} ${key}`, entries: [entry] })
  }
  return [...days].map(([day, lines]) => ({ day, lines: [...lines.values()] }))
}

/** True for a new file, and for one that was moved. */
function isActionOnFiles({ action, record_kind }: AuditEntry): boolean {
  if (record_kind === 'contact' || rulesOf(record_kind).auditName !== 'file') return false
  return action.endsWith('.add') || action.endsWith('.move')
}
