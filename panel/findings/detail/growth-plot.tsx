import { useIntl } from 'react-intl'
import { isSolved } from '#domain/findings/finding-rules.ts'
import { MEASURE_FORMAT } from '#domain/text/number-formats.ts'
import { severityFill, severityStroke } from '#panel/ui/severity/severity-mark.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { Growth, GrowthPoint } from './finding-history.ts'

const WIDTH = 392
const HEIGHT = 132
/** Room for the values above the line, and for the severities and the years below it. */
const TOP = 22
const LINE_BOTTOM = 76
const SEVERITY_Y = 100
const YEAR_Y = 128
const SIDE = 26

/** How a finding grows over the years: its measure as a line, and its severity below. The table beside it has the same values as text. */
export function GrowthPlot({ growth: { measure, points }, label }: { growth: Growth; label: string }) {
  const intl = useIntl()
  const text = useText()
  const xOf = timeScale(points)
  const values = points.flatMap(({ value }) => value ?? [])
  const most = Math.max(1, ...values)
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
}

/** From the left to the right by the day of the inspections, but far enough from each other that the labels have room. */
function timeScale(points: readonly GrowthPoint[]): (point: GrowthPoint) => number {
  const times = points.map(({ finding }) => Date.parse(finding.found_on))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const room = WIDTH - 2 * SIDE
  const spread = times.map((time) => (last === first ? 0.5 : (time - first) / (last - first)))
  const gap = points.length > 1 ? Math.min(34 / room, 1 / (points.length - 1)) : 0
  for (let place = 1; place < spread.length; place += 1)
    spread[place] = Math.max(spread[place] ?? 0, (spread[place - 1] ?? 0) + gap)
  for (let place = spread.length - 1; place >= 0; place -= 1)
    spread[place] = Math.min(spread[place] ?? 0, 1 - (spread.length - 1 - place) * gap)
  const places = new Map(points.map(({ finding }, place) => [finding.id, SIDE + (spread[place] ?? 0) * room]))
  return ({ finding }) => places.get(finding.id) ?? SIDE
}
