import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Fitted } from './fit-columns.ts'
import { type Column, headClass, type Sort } from './table-column.ts'

interface TableHeadProps<Row> {
  columns: Fitted<Column<Row>>[]
  /** The order of the rows; undefined if the headers do not sort. */
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
  /** True if they stick under a bar that sticks under the header of the panel. */
  belowBar: boolean
}

/** The column headers. Each sorts by its column. They stick under the header of the panel. */
export function TableHead<Row>({ columns, sort, onSort, belowBar }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map(({ id, header, part, isFigure = false, isActions = false }) => (
          <th
            key={id}
            style={{ width: part }}
            scope="col"
            aria-sort={sort && !isActions ? ariaSort(id, sort) : undefined}
            className={`p-0 ${headClass(belowBar)} ${isActions ? 'print:hidden' : ''}`}
          >
            {sort && onSort && !isActions ? (
              <SortButton id={id} header={header} atEnd={isFigure} sort={sort} onSort={onSort} />
            ) : (
              <span
                className={`flex min-h-control items-center px-3 ${isFigure ? 'justify-end text-right' : ''}`}
              >
                <span className={isActions ? 'sr-only' : 'min-w-0 wrap-break-word'}>{header}</span>
              </span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface SortButtonProps {
  id: string
  header: string
  atEnd: boolean
  sort: Sort
  onSort: (sort: Sort) => void
}

function SortButton({ id, header, atEnd, sort, onSort }: SortButtonProps) {
  const isSorted = sort.by === id
  const Arrow = sort.descending ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={() => onSort({ by: id, descending: isSorted && !sort.descending })}
      className={`flex min-h-control w-full cursor-pointer items-center gap-1 rounded px-3 transition-colors hover:text-ink ${atEnd ? 'flex-row-reverse text-right' : 'text-left'} ${isSorted ? 'text-ink' : 'text-ink-faint'}`}
    >
      <span className="min-w-0 wrap-break-word">{header}</span>
      {isSorted && <Arrow aria-hidden className="size-3.5 shrink-0" />}
    </button>
  )
}

function ariaSort(id: string, sort: Sort) {
  if (sort.by !== id) return 'none'
  return sort.descending ? 'descending' : 'ascending'
}
