import { Link } from 'react-router'
import type { AuditEntry } from '#domain/audit.ts'
import { turbineAddress } from '#domain/panel-addresses.ts'
import { rulesOf } from '#domain/records.ts'
import { useText } from '#panel/words/use-text.ts'
import { isOneself } from './audit-words.ts'

interface RecordCellProps {
  entry: AuditEntry
  tabIndex: 0 | -1
}

/** The record of an entry: its name, as a link if the record or its turbine still exists, and its turbine. */
export function RecordCell({ entry, tabIndex }: RecordCellProps) {
  const text = useText()
  const address = addressOf(entry)
  const name = nameOf(entry)
  // The column of the user already shows the name.
  if (name === '' || isOneself(entry)) return '–'
  const belongsTo = auditNameOf(entry) === 'file' ? entry.turbine_name : ''
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      {address === undefined ? (
        <span className="min-w-0 wrap-anywhere text-ink">{name}</span>
      ) : (
        <Link
          to={address}
          tabIndex={tabIndex}
          className="min-w-0 rounded font-medium wrap-anywhere text-action hover:underline"
        >
          {name}
        </Link>
      )}
      {belongsTo !== '' && <span className="min-w-0 wrap-break-word text-ink-faint">{belongsTo}</span>}
      {!entry.record_exists && entry.record_id !== '' && (
        <span className="shrink-0 text-ink-faint">{text('audit.deleted')}</span>
      )}
    </span>
  )
}

function auditNameOf({ record_kind }: AuditEntry) {
  return record_kind === 'contact' ? 'own' : rulesOf(record_kind).auditName
}

/** The name of the record, or of its turbine if it has none. */
function nameOf(entry: AuditEntry): string {
  const { record_kind, record_name, turbine_name } = entry
  if (auditNameOf(entry) === 'turbine') return turbine_name || record_name
  if (record_kind !== 'turbine' || turbine_name === '' || turbine_name === record_name) return record_name
  return `${turbine_name} · ${record_name}`
}

/** The address of the record or of its turbine. Undefined if there is nothing to open. */
function addressOf(entry: AuditEntry): string | undefined {
  const { record_kind, record_id, record_name, record_exists, turbine_id, turbine_exists } = entry
  if (record_kind === 'contact') return undefined
  const { shownIn } = rulesOf(record_kind)
  if ('list' in shownIn)
    return record_exists ? `${shownIn.list}?q=${encodeURIComponent(record_name)}` : undefined
  if (turbine_id === null || !turbine_exists) return undefined
  const { openedBy } = shownIn.turbinePage
  const opened = openedBy !== undefined && record_exists ? `?${openedBy}=${record_id}` : ''
  return turbineAddress(turbine_id) + opened
}
