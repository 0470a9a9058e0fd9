import { memo } from 'react'
import { Link } from 'react-router'
import { publishedAddress } from '#domain/panel-addresses.ts'
import { StateMark } from '#panel/frame/state/state-badge.tsx'
import { Card } from '#panel/ui/card.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import type { InspectionCardProps } from './inspection-card.tsx'

/** A published inspection in one line: the letter, the turbine, and what has changed since. It opens the turbine at that year. */
export const PublishedLine = memo(function PublishedLine(props: InspectionCardProps) {
  const { inspection, index, count, left, top, width, height, isActive, onFocus } = props
  const { turbine_id, turbine_name, turbine_code, year, published, published_version, since } = inspection
  const text = useText()
  const dates = useDates()
  const changes = inspection.unpublished_changes ?? 0
  return (
    <Card
      as="li"
      data-row={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ left, top, width, minHeight: height }}
      onFocus={() => onFocus(index)}
      className="@container absolute flex items-center gap-2.5 px-3 py-1.5 text-note text-ink-soft transition-colors focus-within:border-action hover:border-hairline-strong"
    >
      {published && <StateMark state={published.state} />}
      <h3 className="min-w-0 flex-1 text-body wrap-anywhere font-medium text-ink">
        <Link
          to={publishedAddress(turbine_id, year)}
          tabIndex={isActive ? 0 : -1}
          className="outline-none after:absolute after:inset-0 after:rounded focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {turbine_name || turbine_code} <span className="font-normal text-ink-soft">· {year}</span>
        </Link>
      </h3>
      {changes > 0 && (
        <span title={text('inspections.changes', { n: changes })} className="shrink-0 font-medium text-amber">
          {text('inspections.changes.short', { n: changes })}
        </span>
      )}
      <span className={`shrink-0 tabular-nums ${changes > 0 ? 'hidden @md:inline' : ''}`}>
        {published_version !== null && (
          <span className="hidden @sm:inline">
            {text('inspections.version.number', { version: published_version })}
            {' · '}
          </span>
        )}
        {since !== null && dates.dayOf(since)}
      </span>
    </Card>
  )
})
