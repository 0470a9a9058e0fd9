import { useRef, useState } from 'react'
import type { AuditEntry } from '#domain/audit.ts'
import { laterDay } from '#domain/time/today.ts'
import type { FittingColumn } from '#panel/ui/tables/fit-columns.ts'
import { headClass } from '#panel/ui/tables/table-column.ts'
import { useFittingColumns } from '#panel/ui/tables/use-fitting-columns.ts'
import { useRowFocus } from '#panel/ui/tables/use-row-focus.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { useTimeZone, useToday } from '#panel/words/time-zone.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { EntryRow, UploadsRow } from './audit-row.tsx'
import { type AuditLine, groupEntries } from './group-entries.ts'

const COLUMNS: (FittingColumn & { id: MessageId })[] = [
  { id: 'audit.time', width: 6.5 },
  { id: 'audit.person', width: 7, grow: 2 },
  { id: 'audit.what', width: 7, grow: 3 },
  { id: 'audit.record', width: 7, grow: 3 },
  { id: 'audit.from', width: 9, leaves: 1 },
  { id: 'table.actions', width: 3.5 },
]

interface AuditTableProps {
  /** Newest first. */
  entries: AuditEntry[]
  /** True if there are newer, or older, entries on other pages. */
  hasNewer: boolean
  hasOlder: boolean
}

/** Entries of the log by day. It is one tab stop; arrow keys move between the rows. */
export function AuditTable({ entries, hasNewer, hasOlder }: AuditTableProps) {
  const text = useText()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const table = useRef<HTMLTableElement>(null)
  const columns = useFittingColumns(table, COLUMNS)
  const hasAddress = columns.some(({ id }) => id === 'audit.from')
  const days = groupEntries(entries, useTimeZone())
  const rowsOf = (line: AuditLine) =>
    line.entries.length > 1 && opened.has(line.key) ? 1 + line.entries.length : 1
  const count = days.flatMap(({ lines }) => lines).reduce((sum, line) => sum + rowsOf(line), 0)
  const { active, setActive, onKeyDown } = useRowFocus(table, count, (index) =>
    table.current?.querySelector(`[data-row="${index}"]`)?.scrollIntoView({ block: 'nearest' }),
  )
  let next = 0

  return (
    <table
      ref={table}
      onKeyDown={onKeyDown}
      aria-label={text('audit.title')}
      className="w-full table-fixed text-body"
    >
      <thead>
        <tr>
          {columns.map(({ id, part }) => (
            <th key={id} scope="col" style={{ width: part }} className={`h-control px-3 ${headClass(false)}`}>
              <span className={id === 'table.actions' ? 'sr-only' : ''}>{text(id)}</span>
            </th>
          ))}
        </tr>
      </thead>
      {days.map(({ day, lines }) => (
        <tbody key={day}>
          <tr>
            <th
              scope="rowgroup"
              colSpan={columns.length}
              className="scroll-mt-[calc(var(--header-height)+var(--control))] px-3 pt-7 pb-2 text-left text-lead font-semibold text-ink"
            >
              <DayName day={day} />
            </th>
          </tr>
          {lines.map(renderLine)}
        </tbody>
      ))}
    </table>
  )

  function renderLine(line: AuditLine) {
    const [newest] = line.entries
    if (line.entries.length === 1) return renderEntry(newest, false)
    const open = opened.has(line.key)
    return [
      <UploadsRow
        key={line.key}
        line={line}
        open={open}
        onToggle={() => toggle(line.key)}
        hasAddress={hasAddress}
        mayContinue={
          (hasNewer && newest === entries[0]) || (hasOlder && line.entries.at(-1) === entries.at(-1))
        }
        {...rowProps()}
      />,
      ...(open ? line.entries.map((entry) => renderEntry(entry, true)) : []),
    ]
  }

  function renderEntry(entry: AuditEntry, isInside: boolean) {
    return (
      <EntryRow key={entry.id} entry={entry} isInside={isInside} hasAddress={hasAddress} {...rowProps()} />
    )
  }

  /** The rows are numbered in the order in which they are rendered. */
  function rowProps() {
    const index = next++
    return {
      index,
      tabIndex: index === active ? (0 as const) : (-1 as const),
      onFocus: () => setActive(index),
    }
  }

  function toggle(key: string) {
    const changed = new Set(opened)
    if (!changed.delete(key)) changed.add(key)
    setOpened(changed)
  }
}

function DayName({ day }: { day: string }) {
  const text = useText()
  const dates = useDates()
  const today = useToday()
  const near =
    day === today ? text('audit.today') : day === laterDay(today, -1) ? text('audit.yesterday') : undefined
  return (
    <>
      {near !== undefined && `${near} · `}
      {dates.weekday(day)}
    </>
  )
}
