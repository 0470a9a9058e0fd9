import { useId } from 'react'
import { type ShortColumn, ShortTable } from '#panel/ui/tables/short-table.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { NameOfLine, PreviewLine } from './imported-line.ts'

interface ChangedTableProps<Line> {
  title: string
  /** The head of the column with the names. */
  nameHead: string
  /** The lines whose records have other values. */
  lines: readonly Line[]
  nameOfLine: NameOfLine<Line>
  /** The name of the box that chooses a record. */
  choiceOf: (name: string) => string
  nameOfColumn: (column: string) => string
  /** The lines whose records get the values of the file. */
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  disabled: boolean
}

/** The records that have other values than the file, with both values. Only the chosen ones are changed. */
export function ChangedTable<Line extends PreviewLine>(props: ChangedTableProps<Line>) {
  const { title, nameHead, lines, nameOfLine, choiceOf, nameOfColumn, chosen, onChoose, disabled } = props
  const text = useText()
  const id = useId()
  if (lines.length === 0) return null
  const isAll = lines.every(({ line }) => chosen.has(line))
  const choose = (line: number, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(line)
    else next.delete(line)
    onChoose(next)
  }
  const columns: ShortColumn<Line>[] = [
    {
      id: 'chosen',
      header: (
        <input
          type="checkbox"
          aria-label={text('import.changeAll')}
          checked={isAll}
          disabled={disabled}
          onChange={() => onChoose(new Set(isAll ? [] : lines.map(({ line }) => line)))}
          className="accent-action"
        />
      ),
      width: 'w-8',
      cell: (each) => (
        <input
          type="checkbox"
          aria-label={choiceOf(nameOfLine(each))}
          checked={chosen.has(each.line)}
          disabled={disabled}
          onChange={({ currentTarget }) => choose(each.line, currentTarget.checked)}
          className="accent-action"
        />
      ),
    },
    {
      id: 'name',
      header: nameHead,
      width: 'w-44',
      cellClass: 'wrap-anywhere text-ink-soft',
      cell: nameOfLine,
    },
    {
      id: 'differences',
      header: text('import.differences'),
      cellClass: 'wrap-anywhere text-ink',
      cell: ({ differences }) => (
        <ul>
          {differences.map(({ column, before, after }) => (
            <li key={column}>
              {text('import.difference', {
                column: nameOfColumn(column),
                before: before || text('form.conflict.empty'),
                after: after || text('form.conflict.empty'),
              })}
            </li>
          ))}
        </ul>
      ),
    },
  ]
  return (
    <section aria-labelledby={id} className="min-w-0 sm:col-span-2">
      <h3 id={id} className="text-body font-medium text-ink">
        {title}
      </h3>
      <p className="pb-2 text-note text-ink-soft">{text('import.changedLines.text')}</p>
      <ShortTable
        labelledBy={id}
        columns={columns}
        rows={lines}
        rowKey={({ line }) => line}
        isFixed
        isSmall
      />
    </section>
  )
}
