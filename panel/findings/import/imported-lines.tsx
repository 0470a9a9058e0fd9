import { useIntl } from 'react-intl'
import en from '#content/findings/en.json'
import tr from '#content/findings/tr.json'
import type { FindingImportResult, ImportedLine } from '#domain/findings/finding-import.ts'
import { ChangedTable } from '#panel/frame/import/changed-table.tsx'
import { type LineRow, LineTable } from '#panel/frame/import/line-table.tsx'
import { RefusalTable } from '#panel/frame/import/refusal-table.tsx'
import { useText } from '#panel/words/use-text.ts'

const COLUMNS: Record<string, Record<string, string>> = { tr: tr.columns, en: en.columns }

interface ImportedLinesProps {
  result: Pick<FindingImportResult, 'lines' | 'allowed'>
  /** The lines whose findings get the values of the file. */
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  disabled: boolean
}

/** What becomes of each line of a file: what is refused and why, what the turbine has with other values, what is new, and what it has already. */
export function ImportedLines({ result, ...choice }: ImportedLinesProps) {
  const text = useText()
  const nameOf = useColumnName()
  const of = (becomes: ImportedLine['becomes']) => result.lines.filter((line) => line.becomes === becomes)
  // Those of which something is left out come first.
  const added = sortWholeLast(of('new'))
  // Their first remark says what the title of the table says: the turbine has them already.
  const known = sortWholeLast(
    of('known').map(({ remarks, ...each }) => ({ ...each, remarks: remarks.slice(1) })),
  )
  const changed = of('changed')
  const line = text('import.line')
  const number = text('findings.import.number')
  const rowsWithNumber = (each: ImportedLine) =>
    rowsOf(each, ({ column, message }) => [each.number ?? '', column ? `${nameOf(column)}: ${message}` : ''])
  return (
    <>
      <RefusalTable result={result} nameOfColumn={nameOf} />
      <ChangedTable
        title={text('findings.import.changedLines', { n: changed.length })}
        nameHead={number}
        lines={changed}
        nameOfLine={(each) => each.number ?? ''}
        choiceOf={(name) => text('findings.import.changeOne', { number: name })}
        nameOfColumn={nameOf}
        {...choice}
      />
      <LineTable
        title={text('findings.import.new', { n: added.length })}
        heads={[line, number, text('import.remark')]}
        rows={added.flatMap(rowsWithNumber)}
        isOpen={!added.every(isWhole)}
      />
      <LineTable
        title={text('findings.import.known', { n: known.length })}
        heads={[line, number, text('import.remark')]}
        rows={known.flatMap(rowsWithNumber)}
        isOpen={!known.every(isWhole)}
      />
    </>
  )
}

/** The names of the columns in our own file, in the language of the panel. */
export function useColumnName(): (column: string) => string {
  const { locale } = useIntl()
  return (column) => COLUMNS[locale]?.[column] ?? column
}

function sortWholeLast(lines: ImportedLine[]): ImportedLine[] {
  return lines.toSorted((a, b) => Number(isWhole(a)) - Number(isWhole(b)))
}

/** True if the turbine has all that the line says. */
function isWhole({ remarks }: ImportedLine): boolean {
  return remarks.length === 0
}

/** One row for each remark, and one for a line without any. */
function rowsOf(
  { line, remarks }: ImportedLine,
  cellsOf: (remark: { column?: string; message?: string }) => string[],
): LineRow[] {
  const shown = remarks.length > 0 ? remarks : [{}]
  return shown.map((remark, index) => ({ line, isFirst: index === 0, cells: cellsOf(remark) }))
}
