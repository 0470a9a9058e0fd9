import { useId } from 'react'
import { FormattedNumber } from 'react-intl'
import type { TurbineImport, TurbineImportResult } from '#domain/tables/turbine-import.ts'
import { Button } from '#panel/ui/button.tsx'
import { CONTROL_CLASS } from '#panel/ui/fields/field.tsx'
import { NativeSelect } from '#panel/ui/fields/native-select.tsx'
import { type ShortColumn, ShortTable } from '#panel/ui/tables/short-table.tsx'
import { useText } from '#panel/words/use-text.ts'

type Swapped = TurbineImportResult['swapped_coordinates'][number]
type Swaps = TurbineImport['swaps']

/** The greatest number of lines that are asked about one by one. The buttons answer for all. */
const SHOWN_MAX = 100

interface SwappedCoordinatesProps {
  lines: readonly Swapped[]
  swaps: Swaps
  onAnswer: (swaps: Swaps) => void
}

/** Asks about the lines whose latitude and longitude look swapped. */
export function SwappedCoordinates({ lines, swaps, onAnswer }: SwappedCoordinatesProps) {
  const text = useText()
  const id = useId()
  if (lines.length === 0) return null
  const answered = new Map(swaps.map(({ line, swap }) => [line, swap ? 'swap' : 'keep']))
  const answerAll = (swap: boolean) => onAnswer(lines.map(({ line }) => ({ line, swap })))
  const columns: ShortColumn<Swapped>[] = [
    {
      id: 'line',
      header: text('import.line'),
      width: 'w-16',
      isFigure: true,
      cellClass: 'tabular-nums',
      cell: ({ line }) => <FormattedNumber value={line} />,
    },
    {
      id: 'code',
      header: text('turbine.code'),
      width: 'w-32',
      cellClass: 'wrap-anywhere text-ink-soft',
      cell: ({ code }) => code,
    },
    {
      id: 'answer',
      header: text('turbines.import.swapped.answer'),
      cell: ({ line, code, written, swapped }) => (
        <NativeSelect
          aria-label={`${text('turbines.import.swapped.answer')} ${code}`}
          value={answered.get(line) ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onAnswer([...swaps.filter((each) => each.line !== line), { line, swap: value === 'swap' }])
          }
          className={CONTROL_CLASS}
        >
          {!answered.has(line) && <option value="">{text('import.columns.choose')}</option>}
          <option value="swap">{text('turbines.import.swapped.swap', { place: swapped })}</option>
          <option value="keep">{text('turbines.import.swapped.keep', { place: written })}</option>
        </NativeSelect>
      ),
    },
  ]
  return (
    <section aria-labelledby={id} className="min-w-0 sm:col-span-2">
      <h3 id={id} className="text-body font-medium text-ink">
        {text('turbines.import.swapped', { n: lines.length })}
      </h3>
      <p className="pb-2 text-note text-ink-soft">{text('turbines.import.swapped.text')}</p>
      {lines.length > 1 && (
        <div className="flex flex-wrap gap-2 pb-2">
          <Button onClick={() => answerAll(true)}>{text('turbines.import.swapped.swapAll')}</Button>
          <Button onClick={() => answerAll(false)}>{text('turbines.import.swapped.keepAll')}</Button>
        </div>
      )}
      <ShortTable
        labelledBy={id}
        columns={columns}
        rows={lines.slice(0, SHOWN_MAX)}
        rowKey={({ line }) => line}
        isFixed
        isSmall
      />
      {lines.length > SHOWN_MAX && (
        <p className="pt-1.5 text-note text-ink-soft">
          {text('import.more', { n: lines.length - SHOWN_MAX })}
        </p>
      )}
    </section>
  )
}
