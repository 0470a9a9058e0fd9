import { useIntl } from 'react-intl'
import { isSolved } from '#domain/findings/finding-rules.ts'
import type { Growth, GrowthForecast, GrowthPoint } from '#domain/findings/growth.ts'
import { MEASURE_FORMAT } from '#domain/text/number-formats.ts'
import { severityFill, severityStroke } from '#panel/ui/severity/severity-mark.tsx'
import { useText } from '#panel/words/use-text.ts'

const WIDTH = 392
const HEIGHT = 132
/** Room for the values above the line, and for the severities and the years below it. */
const TOP = 22
const LINE_BOTTOM = 76
const SEVERITY_Y = 100
const YEAR_Y = 128
const SIDE = 26

interface GrowthPlotProps {
  growth: Growth
  forecast: GrowthForecast | undefined
  label: string
}

/**
 * How a finding grows over the years: its measure as a line, and its severity below. A forecast is a dashed line to the range of its
 * error. The table and the text beside it have the same values.
 */
export function GrowthPlot({ growth: { measure, points }, forecast, label }: GrowthPlotProps) {
  const intl = useIntl()
  const text = useText()
  const days = points.map(({ finding }) => finding.found_on)
  const places = spreadDays(forecast ? [...days, forecast.day] : days)
  const xOf = (point: GrowthPoint) => places[points.indexOf(point)] ?? SIDE
  const values = points.flatMap(({ value }) => value ?? [])
  const most = Math.max(1, forecast?.high ?? 0, ...values)
  const yOf = (value: number) => LINE_BOTTOM - (value / most) * (LINE_BOTTOM - TOP)
  const drawn = points.flatMap((point) =>
    point.value === null ? [] : [{ point, value: point.value, x: xOf(point), y: yOf(point.value) }],
  )
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className="w-full text-ink">
      {measure !== undefined && (
        <>
          <line
            x1={SIDE - 12}
            x2={WIDTH - SIDE + 12}
            y1={LINE_BOTTOM}
            y2={LINE_BOTTOM}
            className="stroke-hairline"
          />
          {forecast && renderForecast(forecast)}
          <polyline
            points={drawn.map(({ x, y }) => `${x},${y}`).join(' ')}
            className="fill-none stroke-action"
            strokeWidth="2"
          />
          {drawn.map(({ point, value, x, y }) => (
            <g key={point.finding.id}>
              <circle cx={x} cy={y} r="3.5" className="fill-surface stroke-action" strokeWidth="2" />
              <text x={x} y={y - 9} textAnchor="middle" className="fill-ink text-caption font-medium">
                {intl.formatNumber(value, MEASURE_FORMAT)}
              </text>
            </g>
          ))}
        </>
      )}
      {points.map((point) => {
        const { finding, severity } = point
        const x = xOf(point)
        const isDone = isSolved(finding)
        return (
          <g key={finding.id} data-solved={isDone || undefined}>
            {/* The outline of a solved one is inside of its border. */}
            <rect
              x={x - (isDone ? 8 : 9)}
              y={SEVERITY_Y - (isDone ? 12 : 13)}
              width={isDone ? 16 : 18}
              height={isDone ? 16 : 18}
              rx={isDone ? 3 : 4}
              strokeWidth="2"
              className={isDone ? `fill-surface ${severityStroke(severity)}` : severityFill(severity)}
            />
            <text
              x={x}
              y={SEVERITY_Y}
              textAnchor="middle"
              className={`${isDone ? 'fill-ink' : 'fill-on-severity'} text-caption font-semibold`}
            >
              {severity ?? text('findings.severity.short')}
            </text>
            {isDone && (
              <path
                d={`M ${x + 6.5} ${SEVERITY_Y - 12} l 2.5 2.5 l 4.5 -5`}
                className="fill-none stroke-green"
                strokeWidth="2.5"
              />
            )}
            <text x={x} y={YEAR_Y} textAnchor="middle" className="fill-ink-soft text-caption">
              {finding.year}
            </text>
          </g>
        )
      })}
    </svg>
  )

  function renderForecast({ low, high, day }: GrowthForecast) {
    const x = places.at(-1) ?? SIDE
    const last = drawn.at(-1)
    const middle = yOf((low + high) / 2)
    return (
      <g className="stroke-action" strokeWidth="2">
        {last && <line x1={last.x} y1={last.y} x2={x} y2={middle} strokeDasharray="4 4" />}
        <path
          d={`M ${x - 4} ${yOf(high)} h 8 M ${x} ${yOf(high)} V ${yOf(low)} M ${x - 4} ${yOf(low)} h 8`}
        />
        <text x={x} y={YEAR_Y} textAnchor="middle" stroke="none" className="fill-ink-faint text-caption">
          {day.slice(0, 4)}
        </text>
      </g>
    )
  }
}

/** The places of days from the left to the right, but far enough from each other that the labels have room. */
function spreadDays(days: readonly string[]): number[] {
  const times = days.map((day) => Date.parse(day))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const room = WIDTH - 2 * SIDE
  const spread = times.map((time) => (last === first ? 0.5 : (time - first) / (last - first)))
  const gap = days.length > 1 ? Math.min(34 / room, 1 / (days.length - 1)) : 0
  for (let place = 1; place < spread.length; place += 1)
    spread[place] = Math.max(spread[place] ?? 0, (spread[place - 1] ?? 0) + gap)
  for (let place = spread.length - 1; place >= 0; place -= 1)
    spread[place] = Math.min(spread[place] ?? 0, 1 - (spread.length - 1 - place) * gap)
  return spread.map((share) => SIDE + share * room)
}
