import { Link } from 'react-router'
import type { AuditEntry } from '#domain/audit.ts'
import { PANEL_ADDRESSES, turbineAddress } from '#domain/panel-addresses.ts'
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
  const belongsTo = entry.record_kind === 'photo' || entry.record_kind === 'report' ? entry.turbine_name : ''
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      {address === undefined ? (
        <span title={name} className="truncate text-ink">
          {name}
        </span>
      ) : (
        <Link
          to={address}
          tabIndex={tabIndex}
          title={name}
          className="truncate rounded font-medium text-action hover:underline"
        >
          {name}
        </Link>
      )}
      {belongsTo !== '' && (
        <span title={belongsTo} className="max-w-[40%] shrink-0 truncate text-ink-faint">
          {belongsTo}
        </span>
      )}
      {!entry.record_exists && entry.record_id !== '' && (
        <span className="shrink-0 text-ink-faint">{text('audit.deleted')}</span>
      )}
    </span>
  )
}

/** The name of the record. A comment has no name, so its turbine is shown. */
function nameOf({ record_kind, record_name, turbine_name }: AuditEntry): string {
  if (record_kind === 'comment') return turbine_name || record_name
  if (record_kind !== 'turbine' || turbine_name === '' || turbine_name === record_name) return record_name
  return `${turbine_name} · ${record_name}`
}

/** The address of the record or of its turbine. Undefined if there is nothing to open. */
function addressOf(entry: AuditEntry): string | undefined {
  const { record_kind, record_id, record_name, record_exists, turbine_id, turbine_exists } = entry
  const search = `?q=${encodeURIComponent(record_name)}`
  switch (record_kind) {
    case 'user':
      return record_exists ? PANEL_ADDRESSES.users + search : undefined
    case 'company':
      return record_exists ? PANEL_ADDRESSES.companies + search : undefined
    case 'contact':
      return undefined
    default: {
      if (turbine_id === null || !turbine_exists) return undefined
      const photo = record_kind === 'photo' && record_exists ? `?photo=${record_id}` : ''
      return turbineAddress(turbine_id) + photo
    }
  }
}
