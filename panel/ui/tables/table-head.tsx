import { ArrowDown, ArrowUp } from 'lucide-react'
import { type Column, type Sort, WIDE_CLASS } from './table-column.ts'

interface TableHeadProps<Row> {
  columns: Column<Row>[]
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
        {columns.map(({ id, header, isFigure = false, isWide }) => (
          <th
            key={id}
            scope="col"
            aria-sort={sort && ariaSort(id, sort)}
            className={`sticky z-header border-b border-hairline-strong/60 bg-ground p-0 text-left font-medium ${belowBar ? 'top-26.25' : 'top-15'} ${isWide ? WIDE_CLASS : ''}`}
          >
            {sort && onSort ? (
              <SortButton id={id} header={header} atEnd={isFigure} sort={sort} onSort={onSort} />
            ) : (
              <span
                className={`flex h-control items-center px-3 text-note text-ink-faint ${isFigure ? 'justify-end' : ''}`}
              >
                <span className="truncate">{header}</span>
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
      className={`flex h-control w-full cursor-pointer items-center gap-1 rounded px-3 text-note transition-colors hover:text-ink ${atEnd ? 'flex-row-reverse' : ''} ${isSorted ? 'text-ink' : 'text-ink-faint'}`}
    >
      <span className="truncate">{header}</span>
      {isSorted && <Arrow aria-hidden className="size-3.5 shrink-0" />}
    </button>
  )
}

function ariaSort(id: string, sort: Sort) {
  if (sort.by !== id) return 'none'
  return sort.descending ? 'descending' : 'ascending'
}
