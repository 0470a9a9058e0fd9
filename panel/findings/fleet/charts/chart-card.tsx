import { BarChart3, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router'
import { SEVERITIES } from '#domain/findings/finding-type.ts'
import { Card } from '#panel/ui/card.tsx'
import { IconChoice } from '#panel/ui/fields/icon-choice.tsx'
import { SeverityMark } from '#panel/ui/severity/severity-mark.tsx'
import { type ShortColumn, ShortTable } from '#panel/ui/tables/short-table.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { Bar, BarPart } from './chart-bars.ts'

/** The severities of a table of numbers, the worst first. */
const COLUMNS = [...SEVERITIES].reverse()

export interface ChartProps {
  bars: Bar[]
  /** The name of a bar. */
  nameOf: (bar: Bar) => string
  /** The address that lists what a bar or a part of it counts. */
  searchOf: (counted: Bar | BarPart) => string
  /** Called when a bar is followed. */
  onFollow: () => void
}

interface ChartCardProps extends ChartProps {
  title: string
  /** What the first column of the table has. */
  header: string
  note?: string
  /** The text if nothing is counted. */
  empty: string
  chart: ReactNode
  className?: string
}

/** A chart with its title. The same numbers can be shown as a table, in which every number is a link too. */
export function ChartCard(props: ChartCardProps) {
  const { title, header, note, empty, chart, bars, nameOf, searchOf, onFollow, className = '' } = props
  const text = useText()
  const intl = useIntl()
  const id = useId()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const counted = bars.filter(({ findings }) => findings > 0)
  const columns: ShortColumn<Bar>[] = [
    { id: 'bar', header, cell: nameOf },
    ...[...COLUMNS, null].map((severity) => ({
      id: String(severity),
      header: <SeverityMark severity={severity} />,
      isFigure: true,
      cell: (bar: Bar) => renderNumber(bar.parts.find((part) => part.severity === severity)),
    })),
    {
      id: 'total',
      header: text('fleet.total'),
      isFigure: true,
      cellClass: 'font-medium',
      cell: renderNumber,
    },
  ]
  return (
    <Card as="section" aria-labelledby={id} className={`min-w-0 p-5 ${className}`}>
      <div className="mb-4 flex items-start justify-between gap-4">
        <div>
          <h2 id={id} className="text-title font-semibold tracking-tight text-ink">
            {title}
          </h2>
          {note !== undefined && <p className="text-note text-ink-soft">{note}</p>}
        </div>
        {counted.length > 0 && (
          <IconChoice
            label={text('fleet.view', { title })}
            name={`view ${id}`}
            value={view}
            onChange={setView}
            options={[
              { value: 'chart', label: text('fleet.view.chart'), icon: BarChart3 },
              { value: 'table', label: text('fleet.view.table'), icon: Table2 },
            ]}
          />
        )}
      </div>
      {counted.length === 0 ? (
        <p className="grid min-h-32 place-items-center text-body text-ink-soft">{empty}</p>
      ) : view === 'chart' ? (
        chart
      ) : (
        <div className="overflow-x-auto">
          <ShortTable labelledBy={id} columns={columns} rows={counted} rowKey={({ key }) => key} />
        </div>
      )}
    </Card>
  )

  function renderNumber(part: Bar | BarPart | undefined) {
    if (!part) return <span className="text-ink-faint">–</span>
    return (
      <Link
        to={searchOf(part)}
        preventScrollReset
        onClick={onFollow}
        className="rounded px-1 text-action hover:underline"
      >
        {intl.formatNumber(part.findings)}
      </Link>
    )
  }
}
