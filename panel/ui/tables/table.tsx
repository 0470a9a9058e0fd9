import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { OPENING_ROW_CLASS, openClickedRow } from './open-clicked-row.ts'
import type { Column, Sort } from './table-column.ts'
import { TableHead } from './table-head.tsx'
import { useFittingColumns } from './use-fitting-columns.ts'
import { useRowFocus } from './use-row-focus.ts'
import { ROW_HEIGHT_PX, useVirtualRows } from './use-virtual-rows.ts'

interface TableProps<Row> {
  label: string
  /** The columns. The cells of the first column open the rows. */
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => number
  /** The address of a row's page. */
  rowAddress?: (row: Row) => string
  /** Opens a row that has no page of its own. Undefined for rows that cannot be opened. */
  onOpenRow?: (row: Row) => (() => void) | undefined
  /** The order of the rows. Without it, the column headers do not sort. */
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** The key of the row that is open beside the table. */
  openKey?: number | undefined
  /** True on a page with a bar that sticks below the header of the panel. */
  belowBar?: boolean
}

/**
 * A table of records that scrolls with the page and renders only the visible rows. It is one tab stop for the keyboard: arrow
 * keys, Page Up and Down, Home and End move between its rows, Enter opens a row.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, rowKey, sort, onSort, openKey, belowBar = false, ...opening } = props
  const table = useRef<HTMLTableElement>(null)
  const columns = useFittingColumns(table, props.columns)
  const body = useRef<HTMLTableSectionElement>(null)
  const { active, setActive, onKeyDown } = useRowFocus(body, rows.length, (index) => scrollToRow(index))
  const { virtualRows, scrollToRow, measureRow } = useVirtualRows(body, rows.length, active)

  return (
    <table
      ref={table}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      className="w-full table-fixed text-body"
    >
      <TableHead columns={columns} sort={sort} onSort={onSort} belowBar={belowBar} />
      <tbody ref={body} onKeyDown={onKeyDown}>
        {virtualRows.map((virtualRow) => {
          if ('gap' in virtualRow)
            return <Gap key={virtualRow.key} height={virtualRow.gap} columns={columns.length} />
          const row = rows[virtualRow.index]
          if (row === undefined) return null
          const tabIndex = virtualRow.index === active ? 0 : -1
          const address = opening.rowAddress?.(row)
          const onOpen = opening.onOpenRow?.(row)
          const opens = address !== undefined || onOpen !== undefined
          return (
            <tr
              key={rowKey(row)}
              ref={measureRow}
              data-row={virtualRow.index}
              data-record={rowKey(row)}
              aria-rowindex={virtualRow.index + 2}
              aria-current={rowKey(row) === openKey ? true : undefined}
              style={{ height: ROW_HEIGHT_PX }}
              onFocus={() => setActive(virtualRow.index)}
              onClick={openClickedRow}
              className={`border-b border-hairline transition-colors focus-within:bg-action-soft hover:bg-surface-sunken aria-[current]:bg-action-soft ${opens ? OPENING_ROW_CLASS : ''}`}
            >
              {columns.map(({ id, isFigure, isActions, cell }, place) => (
                <td
                  key={id}
                  className={`px-3 py-1 text-ink-soft wrap-break-word ${isFigure ? 'text-right' : ''} ${isActions ? 'print:hidden' : ''} ${OPEN_MARK_CLASS}`}
                >
                  {place > 0 ? (
                    cell(row, tabIndex)
                  ) : (
                    <RowOpener tabIndex={tabIndex} address={address} onOpen={onOpen}>
                      {cell(row, tabIndex)}
                    </RowOpener>
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

/** The edge at the left of the row that is open beside the table. A shadow needs no positioned cell. */
const OPEN_MARK_CLASS = 'in-aria-[current]:first:shadow-[inset_3px_0_var(--action)]'

interface RowOpenerProps {
  tabIndex: 0 | -1
  address: string | undefined
  onOpen: (() => void) | undefined
  children: ReactNode
}

const OPENER_CLASS = 'font-medium text-ink outline-none'

/** The first cell of a row. */
function RowOpener({ tabIndex, address, onOpen, children }: RowOpenerProps) {
  if (address !== undefined) {
    return (
      <Link to={address} data-opens-row tabIndex={tabIndex} className={OPENER_CLASS}>
        {children}
      </Link>
    )
  }
  if (!onOpen) return <span className="font-medium text-ink">{children}</span>
  return (
    <button
      type="button"
      data-opens-row
      tabIndex={tabIndex}
      onClick={onOpen}
      className={`max-w-full cursor-pointer text-left align-middle wrap-break-word ${OPENER_CLASS}`}
    >
      {children}
    </button>
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
