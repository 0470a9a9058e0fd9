import { useIntl } from 'react-intl'
import { Link } from 'react-router'
import type { Language } from '#domain/text/language.ts'
import { severityFill } from '#panel/ui/severity/severity-mark.tsx'
import { severityWords } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import type { Bar, BarPart } from './chart-bars.ts'
import type { ChartProps } from './chart-card.tsx'

/** The height of a line of the number in a part, and the width of each of its digits, in CSS pixels. */
const LINE_PX = 15
const DIGIT_PX = 8

interface BarLinkProps extends Pick<ChartProps, 'nameOf' | 'searchOf' | 'onFollow'> {
  bar: Bar
  part: BarPart
  x: number
  y: number
  width: number
  height: number
  isTabStop: boolean
}

/** A part of a bar, as a link to what it counts. It has the colour of its severity, and how many it counts if there is room. */
export function BarLink(props: BarLinkProps) {
  const { bar, part, x, y, width, height, isTabStop, nameOf, searchOf, onFollow } = props
  const text = useText()
  const intl = useIntl()
  const language = intl.locale as Language
  const { severity, findings } = part
  const level =
    severity === null
      ? text('findings.severity.none')
      : text('findings.severity.named', { severity, name: severityWords(language, severity).name })
  const label = text('fleet.bar', { bar: nameOf(bar), severity: level, n: findings })
  const count = intl.formatNumber(findings)
  // The number of a bar with one part is beside it already.
  const fits = bar.parts.length > 1 && height >= LINE_PX && width >= DIGIT_PX * (count.length + 1)
  return (
    <Link
      to={searchOf(part)}
      preventScrollReset
      data-stop={stopOf(bar, part)}
      data-tooltip={label}
      aria-label={label}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onFollow}
      className="group outline-none"
    >
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx="2"
        className={`transition-opacity group-hover:opacity-80 group-focus-visible:stroke-focus group-focus-visible:[stroke-width:3px] ${severityFill(severity)}`}
      />
      {fits && (
        <text
          x={x + width / 2}
          y={y + height / 2 + 4}
          textAnchor="middle"
          className="pointer-events-none fill-on-severity text-caption font-semibold"
        >
          {count}
        </text>
      )}
    </Link>
  )
}

/** Identifies a part among the tab stops of its chart. */
export function stopOf(bar: Bar, part: BarPart): string {
  return `${bar.key} ${part.severity}`
}

/**
 * The sizes of the parts of a bar, in CSS pixels. A small part stays large enough to be seen and clicked, at the cost of the others.
 *
 * @param size of the whole bar
 */
export function partSizes(bar: Bar, size: number): number[] {
  const least = Math.min(5, size / Math.max(1, bar.parts.length))
  const shares = bar.parts.map(({ findings }) => findings / bar.findings)
  const room = size - least * shares.length
  return shares.map((share) => least + share * room)
}
