import { Link } from 'react-router'
import { type AuditEntry, recordNameOf, turbineBeside } from '#domain/audit.ts'
import { turbineAddress } from '#domain/panel-addresses.ts'
import { rulesOf } from '#domain/records.ts'
import { useText } from '#panel/words/use-text.ts'
import { isOneself } from './audit-words.ts'

interface RecordCellProps {
  entry: AuditEntry
  tabIndex: 0 | -1
}

/** The record of an entry: its turbine, and its name, as a link if the record or its turbine still exists. */
export function RecordCell({ entry, tabIndex }: RecordCellProps) {
  const text = useText()
  const address = addressOf(entry)
  const name = recordNameOf(entry)
  // The column of the user already shows the name.
  if (name === '' || isOneself(entry)) return '–'
  const belongsTo = turbineBeside(entry)
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      {belongsTo !== '' && (
        <span className="min-w-0 wrap-break-word text-ink-faint">
          {belongsTo}
          {' · '}
        </span>
      )}
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
      {!entry.record_exists && entry.record_id !== '' && (
        <span className="shrink-0 text-ink-faint">{text('audit.deleted')}</span>
      )}
    </span>
  )
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
