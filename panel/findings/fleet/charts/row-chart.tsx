import { type ReactNode, useRef } from 'react'
import { useIntl } from 'react-intl'
import { useArrowFocus } from '#panel/ui/tables/use-arrow-focus.ts'
import { useElementSize } from '#panel/ui/use-element-size.ts'
import { useText } from '#panel/words/use-text.ts'
import { BarLink, partSizes, stopOf } from './bar-link.tsx'
import type { Bar } from './chart-bars.ts'
import type { ChartProps } from './chart-card.tsx'

const BAR_PX = 18

interface RowChartProps extends ChartProps {
  label: string
  /** What is before a bar, such as its name. */
  renderName: (bar: Bar) => ReactNode
}

/** Horizontal bars, divided by severity, the worst at the left. Its parts are one tab stop; arrow keys move between them. */
export function RowChart({ bars, label, renderName, ...links }: RowChartProps) {
  const text = useText()
  const intl = useIntl()
  const frame = useRef<HTMLFieldSetElement>(null)
  const ruler = useRef<HTMLDivElement>(null)
  const { width } = useElementSize(ruler)
  const stops = bars.flatMap((bar) => bar.parts.map((part) => stopOf(bar, part)))
  const { active, ...keys } = useArrowFocus(frame, stops)
  const most = Math.max(1, ...bars.map(({ findings }) => findings))

  return (
    <fieldset ref={frame} {...keys} aria-label={label} className="min-w-0">
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_2.5rem] gap-x-3">
        <span />
        <div ref={ruler} className="h-px" />
        <span />
      </div>
      <ul className="grid gap-1.5">
        {bars.map((bar) => {
          const size = Math.max(5 * bar.parts.length, (bar.findings / most) * width)
          let x = 0
          return (
            <li
              key={bar.key}
              className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_2.5rem] items-center gap-x-3 text-body"
            >
              {renderName(bar)}
              {/* biome-ignore lint/a11y/noSvgWithoutTitle: the links inside have names */}
              <svg width={width} height={BAR_PX} className="block overflow-visible">
                {partSizes(bar, size).map((length, index) => {
                  const part = bar.parts[index]
                  const left = x
                  x += length
                  return (
                    part && (
                      <BarLink
                        key={part.severity}
                        bar={bar}
                        part={part}
                        {...links}
                        x={left}
                        y={0}
                        width={length - 1}
                        height={BAR_PX}
                        isTabStop={stopOf(bar, part) === active}
                      />
                    )
                  )
                })}
              </svg>
              <span className="text-right text-note text-ink-soft">{intl.formatNumber(bar.findings)}</span>
            </li>
          )
        })}
      </ul>
      <span className="sr-only">{text('fleet.chart.keys')}</span>
    </fieldset>
  )
}
