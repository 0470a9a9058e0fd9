import { FormattedNumber, useIntl } from 'react-intl'
import en from '#content/findings/en.json'
import tr from '#content/findings/tr.json'
import type { FindingImportResult } from '#domain/finding-import.ts'
import { useText } from '#panel/words/use-text.ts'

const COLUMNS: Record<string, Record<string, string>> = { tr: tr.columns, en: en.columns }
/** The greatest number of lines in the table. More of them mostly have the same fault. */
const SHOWN_MAX = 200

/** The lines of a file that are not added, with the column and the reason. */
export function RefusedLines({ refused }: { refused: FindingImportResult['refused'] }) {
  const text = useText()
  const { locale } = useIntl()
  const nameOf = (column: string) => COLUMNS[locale]?.[column] ?? column
  const hidden = refused.length - SHOWN_MAX
  return (
    <div className="min-w-0 sm:col-span-2">
      <h3 id="refused-title" className="mb-2 text-body font-medium text-ink">
        {text('findings.import.refused', { n: refused.length })}
      </h3>
      <table
        aria-labelledby="refused-title"
        className="w-full table-fixed border-t border-hairline text-left text-note"
      >
        <thead>
          <tr className="text-ink-soft">
            <th scope="col" className="w-16 py-1.5 pr-3 text-right font-medium">
              {text('findings.import.line')}
            </th>
            <th scope="col" className="w-44 py-1.5 pr-3 font-medium">
              {text('findings.import.column')}
            </th>
            <th scope="col" className="py-1.5 font-medium">
              {text('findings.import.reason')}
            </th>
          </tr>
        </thead>
        <tbody>
          {refused.slice(0, SHOWN_MAX).flatMap(({ line, issues }) =>
            issues.map(({ column, message }, index) => (
              <tr key={`${line} ${column}`} className="border-t border-hairline align-top">
                <th scope="row" className="py-1.5 pr-3 text-right font-normal tabular-nums text-ink">
                  <span className={index > 0 ? 'sr-only' : ''}>
                    <FormattedNumber value={line} />
                  </span>
                </th>
                <td className="py-1.5 pr-3 wrap-anywhere text-ink-soft">{nameOf(column)}</td>
                <td className="py-1.5 wrap-anywhere text-ink">{message}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      {hidden > 0 && (
        <p className="border-t border-hairline pt-1.5 text-note text-ink-soft">
          {text('findings.import.more', { n: hidden })}
        </p>
      )}
    </div>
  )
}
