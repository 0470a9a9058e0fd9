import { ArrowDown, ArrowUp } from 'lucide-react'
import { type Column, type Sort, WIDE_CLASS } from './table-column.ts'

interface TableHeadProps<Row> {
  columns: Column<Row>[]
  sort: Sort
  onSort: (sort: Sort) => void
}

/** The column headers. Each sorts by its column. They stick under the header of the panel. */
export function TableHead<Row>({ columns, sort, onSort }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map(({ id, header, isFigure = false, isWide }) => (
          <th
            key={id}
            scope="col"
            aria-sort={ariaSort(id, sort)}
            className={`sticky top-15 z-header border-b border-hairline-strong/60 bg-ground p-0 text-left font-medium ${isWide ? WIDE_CLASS : ''}`}
          >
            <SortButton id={id} header={header} atEnd={isFigure} sort={sort} onSort={onSort} />
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
