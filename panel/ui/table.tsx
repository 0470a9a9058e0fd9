import { useRef } from 'react'
import { Link } from 'react-router'
import type { Column, Sort } from './table-column.ts'
import { TableHead } from './table-head.tsx'
import { useRowFocus } from './use-row-focus.ts'
import { ROW_HEIGHT_PX, useVirtualRows } from './use-virtual-rows.ts'

interface TableProps<Row> {
  label: string
  /** The columns. The cells of the first column are the links to the rows' pages. */
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => number
  rowAddress: (row: Row) => string
  sort: Sort
  onSort: (sort: Sort) => void
}

/**
 * A table of records that scrolls with the page and renders only the visible rows. It is one tab stop for the keyboard: arrow
 * keys, Page Up and Down, Home and End move between its rows, Enter opens a row.
 */
export function Table<Row>({ label, columns, rows, rowKey, rowAddress, sort, onSort }: TableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { active, setActive, onKeyDown } = useRowFocus(body, rows.length, (index) => scrollToRow(index))
  const { virtualRows, scrollToRow } = useVirtualRows(body, rows.length, active)

  return (
    <table aria-label={label} aria-rowcount={rows.length + 1} className="w-full table-fixed text-body">
      <colgroup>
        {columns.map(({ id, width }) => (
          <col key={id} className={width} />
        ))}
      </colgroup>
      <TableHead columns={columns} sort={sort} onSort={onSort} />
      <tbody ref={body} onKeyDown={onKeyDown}>
        {virtualRows.map((virtualRow) => {
          if ('gap' in virtualRow)
            return <Gap key={virtualRow.key} height={virtualRow.gap} columns={columns.length} />
          const row = rows[virtualRow.index]
          if (row === undefined) return null
          const tabIndex = virtualRow.index === active ? 0 : -1
          return (
            <tr
              key={rowKey(row)}
              data-row={virtualRow.index}
              aria-rowindex={virtualRow.index + 2}
              style={{ height: ROW_HEIGHT_PX }}
              onFocus={() => setActive(virtualRow.index)}
              className="relative border-b border-hairline transition-colors focus-within:bg-action-soft hover:bg-surface-sunken"
            >
              {columns.map(({ id, isFigure, cell }, place) => (
                <td key={id} className={`truncate px-3 text-ink-soft ${isFigure ? 'text-right' : ''}`}>
                  {place > 0 ? (
                    cell(row, tabIndex)
                  ) : (
                    <Link
                      to={rowAddress(row)}
                      tabIndex={tabIndex}
                      className="font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
                    >
                      {cell(row, tabIndex)}
                    </Link>
                  )}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** An empty row with the height of the rows that are not rendered. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  )
}
