import { useIntl } from 'react-intl'
import en from '#content/turbines/en.json'
import tr from '#content/turbines/tr.json'
import type { ImportedTurbine, TurbineImportResult } from '#domain/tables/turbine-import.ts'
import { ChangedTable } from '#panel/frame/import/changed-table.tsx'
import { type LineRow, LineTable } from '#panel/frame/import/line-table.tsx'
import { RefusalTable } from '#panel/frame/import/refusal-table.tsx'
import { useText } from '#panel/words/use-text.ts'

const COLUMNS: Record<string, Record<string, string>> = { tr: tr.columns, en: en.columns }

/** The names of the columns in our own file, in the language of the panel. */
export function useColumnName(): (column: string) => string {
  const { locale } = useIntl()
  return (column) => COLUMNS[locale]?.[column] ?? column
}

interface ImportedTurbinesProps {
  result: Pick<TurbineImportResult, 'lines' | 'allowed'>
  /** The lines whose turbines get the values of the file. */
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  disabled: boolean
}

/** What becomes of each line of a file: what is refused and why, which turbines have other values, which are new and which are there already. */
export function ImportedTurbines({ result, ...choice }: ImportedTurbinesProps) {
  const text = useText()
  const nameOfColumn = useColumnName()
  const of = (becomes: ImportedTurbine['becomes']) => result.lines.filter((line) => line.becomes === becomes)
  const [changed, added, known] = [of('changed'), of('new'), of('known')]
  const heads = [text('import.line'), text('turbine.code'), text('import.remark')]
  const rowsOf = ({ line, code, remarks }: ImportedTurbine): LineRow[] =>
    (remarks.length > 0 ? remarks : [undefined]).map((remark, index) => ({
      line,
      isFirst: index === 0,
      cells: [code, remark ? `${nameOfColumn(remark.column)}: ${remark.message}` : ''],
    }))
  return (
    <>
      <RefusalTable result={result} nameOfColumn={nameOfColumn} />
      <ChangedTable
        title={text('turbines.import.changedLines', { n: changed.length })}
        nameHead={text('turbine.code')}
        lines={changed}
        nameOfLine={({ code }) => code}
        choiceOf={(code) => text('turbines.import.changeOne', { code })}
        nameOfColumn={nameOfColumn}
        {...choice}
      />
      <LineTable
        title={text('turbines.import.new', { n: added.length })}
        heads={heads}
        rows={added.flatMap(rowsOf)}
        isOpen={added.some(({ remarks }) => remarks.length > 0)}
      />
      <LineTable
        title={text('turbines.import.known', { n: known.length })}
        heads={heads}
        rows={known.flatMap(rowsOf)}
        isOpen={false}
      />
    </>
  )
}
