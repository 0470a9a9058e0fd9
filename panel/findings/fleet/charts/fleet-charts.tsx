import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import type { Language } from '#domain/text/language.ts'
import { todayIn, yearOf } from '#domain/time/today.ts'
import { Button } from '#panel/ui/button.tsx'
import { typeName } from '#panel/words/finding-words.ts'
import { useToday } from '#panel/words/time-zone.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { SeverityLegend } from '../../severity-legend.tsx'
import { type FleetFilters, listSearch } from '../fleet-address.ts'
import { type Bar, dueBars, LATER, OVERDUE, typeBars, yearBars } from './chart-bars.ts'
import { ChartCard, type ChartProps } from './chart-card.tsx'
import { ColumnChart } from './column-chart.tsx'
import { RowChart } from './row-chart.tsx'
import { WorstTurbines } from './worst-turbines.tsx'

/** The number of types that are shown at first. */
const TYPES = 8

interface FleetChartsProps {
  summary: FindingSummary
  chosen: FleetFilters
  /** Called when a bar is followed to the list. */
  onFollow: () => void
}

/** What the findings of all turbines are: by year, by due month and by type, and the worst turbines. */
export default function FleetCharts({ summary, chosen, onFollow }: FleetChartsProps) {
  const text = useText()
  const intl = useIntl()
  const dates = useDates()
  const today = useToday()
  const language = intl.locale as Language
  const [allTypes, setAllTypes] = useState(false)
  const types = typeBars(summary)
  const links = {
    searchOf: ({ filters }: { filters: FleetFilters }) => listSearch(chosen, filters),
    onFollow,
  }
  const years: ChartProps = { ...links, bars: yearBars(summary), nameOf: ({ key }) => key }
  const due: ChartProps = { ...links, bars: dueBars(summary, today, todayIn), nameOf: dueName }
  const byType: ChartProps = {
    ...links,
    bars: allTypes ? types : types.slice(0, TYPES),
    nameOf: ({ key }) => typeName(language, key),
  }

  return (
    <div className="grid grid-cols-2 gap-5 max-xl:grid-cols-1">
      <SeverityLegend />
      <ChartCard
        {...years}
        title={text('fleet.years')}
        note={text('fleet.years.note')}
        header={text('findings.year')}
        empty={text('fleet.none')}
        chart={<ColumnChart {...years} label={text('fleet.years')} captionOf={({ key }) => [key]} />}
      />
      <ChartCard
        {...due}
        title={text('fleet.due')}
        note={text('fleet.due.note')}
        header={text('fleet.month')}
        empty={text('fleet.due.none')}
        chart={
          <ColumnChart
            {...due}
            label={text('fleet.due')}
            captionOf={dueCaption}
            isLate={({ key }) => key === OVERDUE}
          />
        }
      />
      <ChartCard
        {...byType}
        title={text('fleet.types')}
        header={text('findings.type')}
        empty={text('fleet.none')}
        chart={
          <>
            <RowChart
              {...byType}
              label={text('fleet.types')}
              renderName={({ key }) => (
                <span title={typeName(language, key)} className="truncate text-note text-ink">
                  {typeName(language, key)}
                </span>
              )}
            />
            {types.length > TYPES && (
              <Button
                variant="ghost"
                size="small"
                aria-expanded={allTypes}
                onClick={() => setAllTypes(!allTypes)}
                className="mt-3 -ml-2.5 text-action!"
              >
                {text(allTypes ? 'fleet.types.less' : 'fleet.types.more', { n: types.length - TYPES })}
              </Button>
            )}
          </>
        }
      />
      <WorstTurbines worst={summary.worst} chosen={chosen} onFollow={onFollow} />
    </div>
  )

  function dueName({ key }: Bar): string {
    if (key === OVERDUE || key === LATER) return text(`fleet.due.${key}`)
    return dates.month(yearOf(key), Number(key.slice(5)))
  }

  /** The month, and the year under January and under the first month. */
  function dueCaption({ key }: Bar): string[] {
    if (key === OVERDUE || key === LATER) return [text(`fleet.due.${key}.short`)]
    const month = dates.monthName(key)
    const isFirst = due.bars[1]?.key === key
    return key.endsWith('-01') || isFirst ? [month, key.slice(0, 4)] : [month]
  }
}
