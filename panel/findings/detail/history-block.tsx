import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import { isSolved } from '#domain/findings/finding-rules.ts'
import { forecastGrowth, type Growth, type GrowthPoint, growthOf } from '#domain/findings/growth.ts'
import { MEASURE_FORMAT } from '#domain/text/number-formats.ts'
import { SeverityMark } from '#panel/ui/severity/severity-mark.tsx'
import { type ShortColumn, ShortTable } from '#panel/ui/tables/short-table.tsx'
import { measuresOf } from '#panel/words/finding-words.ts'
import { useMeasureWords } from '#panel/words/use-measure-words.ts'
import { useText } from '#panel/words/use-text.ts'
import { FindingStatusBadge } from '../finding-status.tsx'
import { GrowthPlot } from './growth-plot.tsx'

interface HistoryBlockProps {
  /** The findings that continue each other, the oldest first; at least two. */
  history: Finding[]
  /** The id of the open finding. */
  openId: number
  onOpen: (finding: Finding) => void
}

/** The same damage over the years: a small plot, and the same values as a table whose rows open the findings. */
export function HistoryBlock({ history, openId, onOpen }: HistoryBlockProps) {
  const text = useText()
  const intl = useIntl()
  const growth = growthOf(history, measuresOf(history.at(-1)?.type ?? ''))
  const forecast = forecastGrowth(growth)
  const words = useMeasureWords()
  const measure = growth.measure && text(`findings.measure.${growth.measure}`)
  const sentence = growthSentence(growth)
  const columns: (ShortColumn<GrowthPoint> | undefined)[] = [
    { id: 'number', header: text('findings.number'), cell: ({ finding }) => renderNumber(finding) },
    {
      id: 'severity',
      header: text('findings.severity'),
      cell: ({ finding, severity }) => <SeverityMark severity={severity} isSolved={isSolved(finding)} />,
    },
    measure
      ? {
          id: 'measure',
          header: measure,
          isFigure: true,
          cellClass: 'text-ink',
          cell: ({ value }) => (value === null ? '–' : intl.formatNumber(value, MEASURE_FORMAT)),
        }
      : undefined,
    {
      id: 'status',
      header: text('findings.status'),
      cell: ({ finding }) => <FindingStatusBadge status={finding.status} />,
    },
  ]
  return (
    <section aria-labelledby="finding-history">
      <h3 id="finding-history" className="text-body font-semibold text-ink">
        {text('findings.history')}
      </h3>
      <p className="mt-0.5 mb-2 text-note text-ink-soft">{sentence}</p>
      <GrowthPlot growth={growth} forecast={forecast} label={`${text('findings.history')}: ${sentence}`} />
      {forecast && (
        <p className="mt-1 text-note text-ink">
          {text('findings.forecast', { expected: words.forecast(forecast), n: forecast.sightings })}
        </p>
      )}
      <div className="mt-2">
        <ShortTable
          label={text('findings.history')}
          columns={columns.filter((column) => column !== undefined)}
          rows={growth.points}
          rowKey={({ finding }) => finding.id}
          isSmall
        />
      </div>
    </section>
  )

  function renderNumber(finding: Finding) {
    return (
      <>
        <span className="mr-2 text-ink-soft">{finding.year}</span>
        {finding.id === openId ? (
          <span aria-current="true">{finding.number}</span>
        ) : (
          <button
            type="button"
            onClick={() => onOpen(finding)}
            className="cursor-pointer rounded text-action hover:underline"
          >
            {finding.number}
          </button>
        )}
      </>
    )
  }

  /** What changed from the first to the last finding: `2023–2026: severity 2 → 4, length (mm) 120 → 310 (+190)`. */
  function growthSentence({ points }: Growth): string {
    const [first, last] = [points[0], points.at(-1)]
    if (!first || !last) return ''
    const graded = points.filter(({ severity }) => severity !== null)
    const measured = points.flatMap(({ value }) => value ?? [])
    const [from, to] = [measured[0], measured.at(-1)]
    const parts = [
      graded.length > 1 &&
        text('findings.history.severity', {
          from: graded[0]?.severity,
          to: graded.at(-1)?.severity,
        }),
      measure !== undefined &&
        from !== undefined &&
        to !== undefined &&
        text('findings.history.measure', {
          measure,
          from: intl.formatNumber(from, MEASURE_FORMAT),
          to: intl.formatNumber(to, MEASURE_FORMAT),
          change: intl.formatNumber(to - from, { ...MEASURE_FORMAT, signDisplay: 'exceptZero' }),
        }),
    ].filter((part) => part !== false)
    const years = `${first.finding.year}–${last.finding.year}`
    return parts.length === 0 ? years : `${years}: ${parts.join(', ')}`
  }
}
