import { useId } from 'react'
import { FormattedNumber } from 'react-intl'
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
  return (
    <details className="min-w-0 sm:col-span-2" open={isOpen}>
      <summary id={id} className="cursor-pointer pb-2 text-body font-medium text-ink">
        {title}
      </summary>
      <table aria-labelledby={id} className="w-full table-fixed border-t border-hairline text-left text-note">
        <thead>
          <tr className="text-ink-soft">
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`py-1.5 pr-3 font-medium ${widthOf(index, heads.length)}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN_MAX).map(({ line, isFirst, cells }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file never change their order
            <tr key={index} className="border-t border-hairline align-top">
              <th scope="row" className="py-1.5 pr-3 text-right font-normal tabular-nums text-ink">
                <span className={isFirst ? '' : 'sr-only'}>
                  <FormattedNumber value={line} />
                </span>
              </th>
              {cells.map((cell, column) => (
                <td
                  key={heads[column + 1]}
                  className={`py-1.5 pr-3 wrap-anywhere ${column < cells.length - 1 ? 'text-ink-soft' : 'text-ink'}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <p className="border-t border-hairline pt-1.5 text-note text-ink-soft">
          {text('findings.import.more', { n: hidden })}
        </p>
      )}
    </details>
  )
}

/** The last column has the space that the others leave. */
function widthOf(index: number, columns: number): string {
  if (index === 0) return 'w-16 text-right'
  return index < columns - 1 ? 'w-44' : ''
}
