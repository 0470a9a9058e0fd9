import { useId } from 'react'
import type { ImportedLine } from '#domain/findings/finding-import.ts'
import { type ShortColumn, ShortTable } from '#panel/ui/tables/short-table.tsx'
import { useText } from '#panel/words/use-text.ts'

interface ChangedTableProps {
  /** The lines with the number of a finding that has other values. */
  lines: readonly ImportedLine[]
  nameOfColumn: (column: string) => string
  /** The lines whose findings get the values of the file. */
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  disabled: boolean
}

/** The findings that have other values than the file, with both values. Only the chosen ones are changed. */
export function ChangedTable({ lines, nameOfColumn, chosen, onChoose, disabled }: ChangedTableProps) {
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
  const columns: ShortColumn<ImportedLine>[] = [
    {
      id: 'chosen',
      header: (
        <input
          type="checkbox"
          aria-label={text('findings.import.changeAll')}
          checked={isAll}
          disabled={disabled}
          onChange={() => onChoose(new Set(isAll ? [] : lines.map(({ line }) => line)))}
          className="accent-action"
        />
      ),
      width: 'w-8',
      cell: ({ line, number }) => (
        <input
          type="checkbox"
          aria-label={text('findings.import.changeOne', { number: number ?? '' })}
          checked={chosen.has(line)}
          disabled={disabled}
          onChange={({ currentTarget }) => choose(line, currentTarget.checked)}
          className="accent-action"
        />
      ),
    },
    {
      id: 'number',
      header: text('findings.import.number'),
      width: 'w-44',
      cellClass: 'wrap-anywhere text-ink-soft',
      cell: ({ number }) => number,
    },
    {
      id: 'differences',
      header: text('findings.import.differences'),
      cellClass: 'wrap-anywhere text-ink',
      cell: ({ differences }) => (
        <ul>
          {differences.map(({ column, before, after }) => (
            <li key={column}>
              {text('findings.import.difference', {
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
        {text('findings.import.changedLines', { n: lines.length })}
      </h3>
      <p className="pb-2 text-note text-ink-soft">{text('findings.import.changedLines.text')}</p>
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
