import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { turbineAddress } from '#domain/panel-addresses.ts'
import { capitalizePlace } from '#domain/text/turkish.ts'
import type { Turbine } from '#domain/turbine.ts'
import { RunningInspection, StateMark } from '#panel/frame/state/state-badge.tsx'
import { StatusBadge } from '#panel/turbine-list/status-badge.tsx'
import { TurbineDueLine } from '#panel/turbine-list/turbine-due.tsx'
import { turbineTitle } from '#panel/turbine-list/turbine-title.ts'
import { useRowFocus } from '#panel/ui/tables/use-row-focus.ts'
import { useText } from '#panel/words/use-text.ts'

const ROW_HEIGHT_PX = 60
/** The number of rows that are rendered before and after the visible ones. */
const OVERSCAN = 6

interface TurbineLinksProps {
  label: string
  turbines: Turbine[]
  /** The text at the end of a row; by default the status and the state. */
  note?: (turbine: Turbine) => ReactNode
  /** Called with the turbine under the pointer, and with null when the pointer leaves it. */
  onPoint?: (id: number | null) => void
  className: string
}

/** A list of links to turbines that renders only the visible ones. It is one tab stop; arrow keys move inside. */
export function TurbineLinks({ label, turbines, note, onPoint, className }: TurbineLinksProps) {
  const text = useText()
  const frame = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: turbines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: OVERSCAN,
  })
  const { active, setActive, onKeyDown } = useRowFocus(frame, turbines.length, (index) =>
    rows.scrollToIndex(index),
  )
  const indexes = new Set(rows.getVirtualItems().map(({ index }) => index))
  // The active row stays, so that it keeps the focus.
  if (active < turbines.length) indexes.add(active)

  return (
    <div ref={frame} className={`overflow-y-auto ${className}`}>
      <ul
        aria-label={label}
        onKeyDown={onKeyDown}
        className="relative"
        style={{ height: turbines.length * ROW_HEIGHT_PX }}
      >
        {[...indexes].map((index) => {
          const turbine = turbines[index]
          if (!turbine) return null
          return (
            <li
              key={turbine.id}
              data-row={index}
              aria-setsize={turbines.length}
              aria-posinset={index + 1}
              style={{ height: ROW_HEIGHT_PX, top: index * ROW_HEIGHT_PX }}
              onFocus={() => setActive(index)}
              onPointerEnter={() => onPoint?.(turbine.id)}
              onPointerLeave={() => onPoint?.(null)}
              className="absolute inset-x-0 flex items-center gap-3 border-b border-hairline px-4 transition-colors focus-within:bg-action-soft hover:bg-surface-sunken"
            >
              <div className="min-w-0 flex-1">
                <Link
                  to={turbineAddress(turbine.id)}
                  tabIndex={index === active ? 0 : -1}
                  className="block truncate text-body font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
                >
                  {turbineTitle(text, turbine)}
                </Link>
                <p className="truncate text-note text-ink-soft">
                  {turbine.code} · {capitalizePlace(turbine.city)}
                  {turbine.inspection_running && ' · '}
                  <RunningInspection running={turbine.inspection_running} />
                  <TurbineDueLine turbine={turbine} isShort className="before:content-['_·_']" />
                </p>
              </div>
              {note ? (
                note(turbine)
              ) : (
                <>
                  <StatusBadge status={turbine.status} />
                  <StateMark state={turbine.state} />
                </>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
