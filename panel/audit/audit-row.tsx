import { ChevronRight, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router'
import type { AuditEntry } from '#domain/audit.ts'
import { auditAddress, turbineAddress } from '#domain/panel-addresses.ts'
import type { FileKind } from '#domain/records.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { addressWords, changedWords, isOneself, movedWords, personWords } from './audit-words.ts'
import type { AuditLine } from './group-entries.ts'
import { RecordCell } from './record-cell.tsx'

interface RowProps {
  index: number
  tabIndex: 0 | -1
  onFocus: () => void
  /** True if the table has room for the IP address. */
  hasAddress: boolean
}

interface EntryRowProps extends RowProps {
  entry: AuditEntry
  /** True for an upload in an expanded line. */
  isInside: boolean
}

/** One entry: time, user, action, record, IP address, and a link to the history of the record. */
export function EntryRow({ entry, isInside, hasAddress, ...row }: EntryRowProps) {
  const text = useText()
  const intl = useIntl()
  const dates = useDates()
  const { tabIndex } = row
  const changed = changedWords(intl, text, entry)
  return (
    <Row {...row}>
      <Cell className={isInside ? 'pl-9' : ''}>{dates.timeOf(entry.at)}</Cell>
      <Cell>{isInside ? null : <Person entry={entry} tabIndex={tabIndex} />}</Cell>
      <Cell>
        <span className="text-ink">{text(`audit.action.${entry.action}`)}</span>
        {changed !== '' && <span className="ml-2 text-ink-faint">{changed}</span>}
      </Cell>
      <Cell>
        <RecordCell entry={entry} tabIndex={tabIndex} />
      </Cell>
      {hasAddress && <Cell>{addressWords(entry)}</Cell>}
      <td className="pr-1 text-right">
        <HistoryLink entry={entry} tabIndex={tabIndex} />
      </td>
    </Row>
  )
}

interface UploadsRowProps extends RowProps {
  line: AuditLine
  open: boolean
  onToggle: () => void
  /** True if other pages may have more of these. */
  mayContinue: boolean
}

/** All uploads or moves of one user on one day, in one line that can be expanded. */
export function UploadsRow({ line, open, onToggle, mayContinue, hasAddress, ...row }: UploadsRowProps) {
  const text = useText()
  const dates = useDates()
  const [newest] = line.entries
  const oldest = line.entries.at(-1) ?? newest
  const turbines = [...new Map(line.entries.map((entry) => [entry.turbine_id, entry])).values()]
  const n = line.entries.length
  // Only files are in one line.
  const what = newest.moved
    ? 'audit.moves.photo'
    : (`audit.uploads.${newest.record_kind as FileKind}` as const)
  const [moved, ...others] = new Set(
    line.entries.map((entry) => entry.moved && movedWords(text, entry.moved)),
  )
  return (
    <Row {...row}>
      <Cell>
        <button
          type="button"
          aria-expanded={open}
          tabIndex={row.tabIndex}
          onClick={onToggle}
          className="-ml-1 flex cursor-pointer items-center gap-1 rounded text-left text-ink hover:text-action"
        >
          <ChevronRight
            aria-hidden
            className={`size-4 shrink-0 transition-transform ${open ? 'rotate-90' : ''}`}
          />
          {dates.timeOf(newest.at)}
          <span className="sr-only">{text(toggleWords())}</span>
        </button>
      </Cell>
      <Cell>
        <Person entry={newest} tabIndex={row.tabIndex} />
      </Cell>
      <Cell>
        <span className="font-medium text-ink">{text(what, { n: mayContinue ? `${n}+` : String(n) })}</span>
        <span className="ml-2 text-ink-faint">
          {moved && others.length === 0 ? `${moved} · ` : ''}
          {text('audit.uploads.since')} {dates.timeOf(oldest.at)}
        </span>
      </Cell>
      <Cell>
        <span className="flex flex-wrap gap-x-2">
          {turbines.map((entry) => (
            <TurbineName key={entry.turbine_id} entry={entry} tabIndex={row.tabIndex} />
          ))}
        </span>
      </Cell>
      {hasAddress && <Cell>{addressWords(newest)}</Cell>}
      <td />
    </Row>
  )

  function toggleWords() {
    if (newest.moved) return open ? 'audit.moves.close' : 'audit.moves.open'
    return open ? 'audit.uploads.close' : 'audit.uploads.open'
  }
}

function Row({ index, onFocus, children }: Omit<RowProps, 'hasAddress'> & { children: ReactNode }) {
  return (
    <tr
      data-row={index}
      onFocus={onFocus}
      className="h-11 border-b border-hairline transition-colors focus-within:bg-action-soft hover:bg-surface-sunken"
    >
      {children}
    </tr>
  )
}

function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  return <td className={`px-3 py-1 wrap-break-word text-ink-soft ${className}`}>{children}</td>
}

interface PartProps {
  entry: AuditEntry
  tabIndex: 0 | -1
}

/** The user, as a link to all entries of this user. */
function Person({ entry, tabIndex }: PartProps) {
  const text = useText()
  const name = personWords(text, entry)
  if (entry.user_id === null) return <span className="text-ink-faint">{name}</span>
  return (
    <Link
      to={auditAddress({ user_id: entry.user_id })}
      tabIndex={tabIndex}
      title={entry.user_email}
      className="rounded font-medium text-ink hover:text-action hover:underline"
    >
      {name}
    </Link>
  )
}

function TurbineName({ entry, tabIndex }: PartProps) {
  if (entry.turbine_id === null || !entry.turbine_exists) return <span>{entry.turbine_name}</span>
  return (
    <Link
      to={turbineAddress(entry.turbine_id)}
      tabIndex={tabIndex}
      className="min-w-0 rounded font-medium wrap-break-word text-action hover:underline"
    >
      {entry.turbine_name}
    </Link>
  )
}

/** A link to all entries of the same turbine and its data, or of the same record. */
function HistoryLink({ entry, tabIndex }: PartProps) {
  const text = useText()
  const { record_kind, record_id, turbine_id } = entry
  if (turbine_id === null && (record_id === '' || isOneself(entry))) return null
  const label = text(turbine_id === null ? 'audit.historyOfRecord' : 'audit.historyOfTurbine', {
    name: turbine_id === null ? entry.record_name : entry.turbine_name,
  })
  return (
    <Link
      to={auditAddress(turbine_id === null ? { record_kind, record_id } : { turbine_id })}
      tabIndex={tabIndex}
      aria-label={label}
      data-tooltip={label}
      className="inline-flex size-control items-center justify-center rounded text-ink-soft transition-colors hover:bg-surface-sunken hover:text-ink"
    >
      <History aria-hidden className="size-4.5" />
    </Link>
  )
}
