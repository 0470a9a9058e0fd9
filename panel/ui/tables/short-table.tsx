import type { ReactNode } from 'react'

export interface ShortColumn<Row> {
  id: string
  header: ReactNode
  /** The classes of the width. */
  width?: string
  /** True for numbers, which are aligned to the right. */
  isFigure?: boolean
  /** The classes of the cells, such as their colour. */
  cellClass?: string
  cell: (row: Row) => ReactNode
}

interface ShortTableProps<Row> {
  /** The id of the element that names the table. */
  labelledBy?: string
  /** The name of the table if no element has it. */
  label?: string
  /** The cells of the first column are the headers of the rows. */
  columns: ShortColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string | number
  /** True if the columns share the width as `width` says, whatever is in the cells. */
  isFixed?: boolean
  /** True for small text. */
  isSmall?: boolean
}

/** A table with all its rows, inside a card or a dialog. Long lists of records are a `Table`. */
export function ShortTable<Row>(props: ShortTableProps<Row>) {
  const { labelledBy, label, columns, rows, rowKey, isFixed = false, isSmall = false } = props
  const side = (isFigure: boolean | undefined) => (isFigure ? 'text-right' : 'text-left')
  const [first, ...others] = columns
  if (!first) return null
  return (
    <table
      aria-labelledby={labelledBy}
      aria-label={label}
      className={`w-full ${isFixed ? 'table-fixed' : ''} ${isSmall ? 'text-note' : 'text-body'}`}
    >
      <thead>
        <tr className="border-b border-hairline-strong/60 text-note text-ink-faint">
          {columns.map(({ id, header, width = '', isFigure }) => (
            <th
              key={id}
              scope="col"
              className={`px-2 py-2 font-medium first:pl-0 last:pr-0 ${side(isFigure)} ${width}`}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowKey(row, index)} className="border-b border-hairline align-top last:border-b-0">
            <th
              scope="row"
              className={`py-1.5 pr-2 font-medium text-ink ${side(first.isFigure)} ${first.cellClass ?? ''}`}
            >
              {first.cell(row)}
            </th>
            {others.map(({ id, isFigure, cellClass = '', cell }) => (
              <td key={id} className={`px-2 py-1.5 last:pr-0 ${side(isFigure)} ${cellClass}`}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
