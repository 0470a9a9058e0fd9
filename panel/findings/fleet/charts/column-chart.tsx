import { useRef } from 'react'
import { useIntl } from 'react-intl'
import { useArrowFocus } from '#panel/ui/tables/use-arrow-focus.ts'
import { useElementSize } from '#panel/ui/use-element-size.ts'
import { useText } from '#panel/words/use-text.ts'
import { BarLink, partSizes, stopOf } from './bar-link.tsx'
import type { Bar } from './chart-bars.ts'
import type { ChartProps } from './chart-card.tsx'

const HEIGHT = 224
const TOP = 20
const BOTTOM = 40
const COLUMN_MAX = 64
/** A bar whose caption is longer than this has more room than the others. */
const SHORT_CAPTION = 5
const LONG_CAPTION_ROOM = 1.6

interface ColumnChartProps extends ChartProps {
  label: string
  /** The short name of a bar under it, in one or two lines. */
  captionOf: (bar: Bar) => string[]
  /** True for bars of what should be done already. */
  isLate?: (bar: Bar) => boolean
}

/** Vertical bars, divided by severity, the worst at the bottom. It is one tab stop; arrow keys move between the parts. */
export function ColumnChart(props: ColumnChartProps) {
  const { bars, label, captionOf, isLate, ...links } = props
  const text = useText()
  const intl = useIntl()
  const frame = useRef<HTMLFieldSetElement>(null)
  const { width } = useElementSize(frame)
  const stops = bars.flatMap((bar) => bar.parts.map((part) => stopOf(bar, part)))
  const { active, ...keys } = useArrowFocus(frame, stops)
  const most = Math.max(1, ...bars.map(({ findings }) => findings))
  const rooms = bars.map((bar) =>
    captionOf(bar).some((line) => line.length > SHORT_CAPTION) ? LONG_CAPTION_ROOM : 1,
  )
  const step = width / Math.max(1, sum(rooms))
  const column = Math.min(COLUMN_MAX, step * 0.72)
  const room = HEIGHT - TOP - BOTTOM
  const ground = HEIGHT - BOTTOM

  return (
    <fieldset ref={frame} {...keys} aria-label={label} className="h-56 min-w-0">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the links inside have names */}
      <svg width={width} height={HEIGHT} className="block overflow-visible">
        <line x1="0" x2={width} y1={ground} y2={ground} className="stroke-hairline-strong" />
        {bars.map((bar, place) => {
          const x = step * (sum(rooms.slice(0, place)) + (rooms[place] ?? 1) / 2) - column / 2
          const size = Math.max(5 * bar.parts.length, (bar.findings / most) * room)
          const late = isLate?.(bar) ?? false
          let y = ground
          return (
            <g key={bar.key}>
              {partSizes(bar, size).map((height, index) => {
                const part = bar.parts[index]
                y -= height
                return (
                  part && (
                    <BarLink
                      key={part.severity}
                      bar={bar}
                      part={part}
                      x={x}
                      y={y}
                      {...links}
                      width={column}
                      height={height - 1}
                      isTabStop={stopOf(bar, part) === active}
                    />
                  )
                )
              })}
              {bar.findings > 0 && (
                <text
                  x={x + column / 2}
                  y={ground - size - 6}
                  textAnchor="middle"
                  className="fill-ink text-caption font-medium"
                >
                  {intl.formatNumber(bar.findings)}
                </text>
              )}
              {captionOf(bar).map((line, index) => (
                <text
                  key={line}
                  x={x + column / 2}
                  y={ground + 16 + index * 15}
                  textAnchor="middle"
                  className={`text-caption ${late && bar.findings > 0 ? 'fill-red font-medium' : 'fill-ink-soft'}`}
                >
                  {line}
                </text>
              ))}
            </g>
          )
        })}
      </svg>
      <span className="sr-only">{text('fleet.chart.keys')}</span>
    </fieldset>
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
