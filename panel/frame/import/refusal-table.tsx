import { useId } from 'react'
import { LINE_REMARKS_MAX } from '#domain/tables/imported-table.ts'
import { type ShortColumn, ShortTable } from '#panel/ui/tables/short-table.tsx'
import { type Text, useText } from '#panel/words/use-text.ts'
import { groupRefusals, type Refusal, rangesOf } from './group-refusals.ts'
import type { Preview } from './imported-line.ts'

/** How many wrong texts and how many ranges of lines are named. The number of the others is. */
const NAMED_MAX = 12

interface RefusalTableProps {
  result: Preview
  nameOfColumn: (column: string) => string
}

/** Why lines of the file are left out: each reason once, with what the cells say, what they may say, and the lines. */
export function RefusalTable({ result, nameOfColumn }: RefusalTableProps) {
  const text = useText()
  const id = useId()
  const refused = result.lines.filter(({ becomes }) => becomes === 'refused')
  if (refused.length === 0) return null
  const more = refused.reduce((sum, { more_remarks }) => sum + more_remarks, 0)
  const columns: ShortColumn<Refusal>[] = [
    {
      id: 'column',
      header: text('import.column'),
      width: 'w-40',
      cellClass: 'wrap-anywhere',
      cell: ({ column }) => nameOfColumn(column),
    },
    {
      id: 'reason',
      header: text('import.reason'),
      cellClass: 'wrap-anywhere text-ink',
      cell: (refusal) => <Reason refusal={refusal} />,
    },
    {
      id: 'lines',
      header: text('import.lines'),
      width: 'w-32',
      cellClass: 'tabular-nums text-ink-soft',
      cell: ({ lines }) => nameSome(text, rangesOf(lines)),
    },
  ]
  return (
    <section aria-labelledby={id} className="min-w-0 sm:col-span-2">
      <h3 id={id} className="pb-2 text-body font-medium text-ink">
        {text('import.refused', { n: refused.length })}
      </h3>
      <ShortTable
        labelledBy={id}
        columns={columns}
        rows={groupRefusals(result)}
        rowKey={({ column, message }) => `${column} ${message}`}
        isFixed
        isSmall
      />
      {more > 0 && (
        <p className="pt-2 text-caption text-ink-soft">
          {text('import.moreReasons', { limit: LINE_REMARKS_MAX, n: more })}
        </p>
      )}
    </section>
  )
}

function Reason({ refusal: { values, message, allowed } }: { refusal: Refusal }) {
  const text = useText()
  const said = nameSome(
    text,
    values.map((value) => `“${value}”`),
  )
  return (
    <>
      {said === '' ? message : `${said}: ${message}`}
      {allowed && (
        <span className="block text-ink-soft">{text('import.allowed', { values: allowed.join(' · ') })}</span>
      )}
    </>
  )
}

function nameSome(text: Text, names: readonly string[]): string {
  const named = names.slice(0, NAMED_MAX).join(', ')
  const left = names.length - NAMED_MAX
  return left > 0 ? text('import.andMore', { named, n: left }) : named
}
