import { useId } from 'react'
import { FormattedNumber } from 'react-intl'
import { type ShortColumn, ShortTable } from '#panel/ui/tables/short-table.tsx'
import { useText } from '#panel/words/use-text.ts'

/** The greatest number of rows in one table. More of them mostly say the same. */
const SHOWN_MAX = 200

export interface LineRow {
  /** The line of the file. */
  line: number
  /** False if the row above is about the same line. */
  isFirst: boolean
  /** The text of each column after the line. */
  cells: string[]
}

interface LineTableProps {
  title: string
  heads: string[]
  rows: LineRow[]
  isOpen: boolean
}

/** Lines of a file under a title that opens and closes them; nothing if there are none. */
export function LineTable({ title, heads, rows, isOpen }: LineTableProps) {
  const text = useText()
  const id = useId()
  if (rows.length === 0) return null
  const hidden = rows.slice(SHOWN_MAX).filter(({ isFirst }) => isFirst).length
  const columns = heads.map(
    (header, index): ShortColumn<LineRow> =>
      index === 0
        ? { id: header, header, width: 'w-16', isFigure: true, cellClass: 'tabular-nums', cell: renderLine }
        : {
            id: header,
            header,
            // The last column has the space that the others leave.
            width: index < heads.length - 1 ? 'w-44' : '',
            cellClass: `wrap-anywhere ${index < heads.length - 1 ? 'text-ink-soft' : 'text-ink'}`,
            cell: ({ cells }) => cells[index - 1],
          },
  )
  return (
    <details className="min-w-0 sm:col-span-2" open={isOpen}>
      <summary id={id} className="cursor-pointer pb-2 text-body font-medium text-ink">
        {title}
      </summary>
      <ShortTable
        labelledBy={id}
        columns={columns}
        rows={rows.slice(0, SHOWN_MAX)}
        rowKey={(_, index) => index}
        isFixed
        isSmall
      />
      {hidden > 0 && (
        <p className="border-t border-hairline pt-1.5 text-note text-ink-soft">
          {text('import.more', { n: hidden })}
        </p>
      )}
    </details>
  )
}

function renderLine({ line, isFirst }: LineRow) {
  return (
    <span className={isFirst ? '' : 'sr-only'}>
      <FormattedNumber value={line} />
    </span>
  )
}
