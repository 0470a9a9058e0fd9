import type { AuditEntry } from '#domain/audit.ts'
import { rulesOf } from '#domain/records.ts'
import { dayIn } from '#domain/time/today.ts'

/** One line of the log: an entry, or all uploads of one user on one day. */
export interface AuditLine {
  key: string
  /** Newest first; a line of uploads has more than one. */
  entries: [AuditEntry, ...AuditEntry[]]
}

export interface AuditDay {
  /** A day such as `2026-11-21`, in the time zone of the viewer's company. */
  day: string
  lines: AuditLine[]
}

/** Groups entries by day, and the uploads of a day by user and kind. `entries` are sorted, newest first. The position of a line is that of its newest entry. */
export function groupEntries(entries: AuditEntry[], timeZone: string): AuditDay[] {
  const days = new Map<string, Map<string, AuditLine>>()
  for (const entry of entries) {
    const day = dayIn(timeZone, entry.at)
    const lines = days.get(day) ?? new Map<string, AuditLine>()
    days.set(day, lines)
    const isUpload = isUploadAction(entry) && entry.user_id !== null
    const key = isUpload ? `${entry.action} ${entry.user_id}` : String(entry.id)
    const line = lines.get(key)
    if (line) line.entries.push(entry)
    else lines.set(key, { key: `${day} ${key}`, entries: [entry] })
  }
  return [...days].map(([day, lines]) => ({ day, lines: [...lines.values()] }))
}

/** True for a new file. */
function isUploadAction({ action, record_kind }: AuditEntry): boolean {
  return record_kind !== 'contact' && rulesOf(record_kind).auditName === 'file' && action.endsWith('.add')
}
