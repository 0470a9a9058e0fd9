import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { type Column, type Sort, WIDE_CLASS } from './table-column.ts'
import { TableHead } from './table-head.tsx'
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
  /** True on a page with a bar that sticks below the header of the panel. */
  belowBar?: boolean
}

/** The height of the sticky elements above the rows on a page with a bar, in CSS pixels. */
const STICKY_WITH_BAR_PX = 60 + 44 + 36

/**
 * A table of records that scrolls with the page and renders only the visible rows. It is one tab stop for the keyboard: arrow
 * keys, Page Up and Down, Home and End move between its rows, Enter opens a row.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, sort, onSort, belowBar = false, ...opening } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const { active, setActive, onKeyDown } = useRowFocus(body, rows.length, (index) => scrollToRow(index))
  const { virtualRows, scrollToRow } = useVirtualRows(
    body,
    rows.length,
    active,
    belowBar ? { stickyPx: STICKY_WITH_BAR_PX } : {},
  )

  return (
    <table aria-label={label} aria-rowcount={rows.length + 1} className="w-full table-fixed text-body">
      <colgroup>
        {columns.map(({ id, width = '', isWide }) => (
          <col key={id} className={`${width} ${isWide ? WIDE_CLASS : ''}`} />
        ))}
      </colgroup>
      <TableHead columns={columns} sort={sort} onSort={onSort} belowBar={belowBar} />
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
              {columns.map(({ id, isFigure, isWide, cell }, place) => (
                <td
                  key={id}
                  className={`truncate px-3 text-ink-soft ${isFigure ? 'text-right' : ''} ${isWide ? WIDE_CLASS : ''}`}
                >
                  {place > 0 ? (
                    cell(row, tabIndex)
                  ) : (
                    <RowOpener
                      tabIndex={tabIndex}
                      address={opening.rowAddress?.(row)}
                      onOpen={opening.onOpenRow?.(row)}
                    >
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

interface RowOpenerProps {
  tabIndex: 0 | -1
  address: string | undefined
  onOpen: (() => void) | undefined
  children: ReactNode
}

const OPENER_CLASS =
  'font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 ' +
  'focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'

/** The first cell of a row. A click anywhere on the row opens it. */
function RowOpener({ tabIndex, address, onOpen, children }: RowOpenerProps) {
  if (address !== undefined) {
    return (
      <Link to={address} tabIndex={tabIndex} className={OPENER_CLASS}>
        {children}
      </Link>
    )
  }
  if (!onOpen) return <span className="font-medium text-ink">{children}</span>
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      onClick={onOpen}
      className={`max-w-full cursor-pointer truncate text-left align-middle ${OPENER_CLASS}`}
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
