import { AlarmClock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Turbine, TurbineState } from '#domain/turbine.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { StateLetter } from '#panel/frame/state/state-badge.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { useListAddress } from './use-list-address.ts'
import type { Overdue } from './use-overdue.ts'

/** The states that somebody must act on, the worst first. */
const URGENT: readonly TurbineState[] = ['E', 'D']

interface AttentionStripProps {
  turbines: readonly Turbine[]
  overdue: Overdue
}

/** What needs attention in the whole fleet. Each number is a filter of the list; a second click removes it. */
export function AttentionStrip({ turbines, overdue }: AttentionStripProps) {
  const text = useText()
  const { filters, isOverdueOnly, setFilter } = useListAddress()
  const states = URGENT.map((state) => ({
    state,
    count: turbines.filter((turbine) => turbine.state === state).length,
  })).filter(({ count }) => count > 0)
  const late = renderOverdue()
  if (!late && states.length === 0) return null
  return (
    <ul aria-label={text('turbines.attention')} className="mb-4 flex flex-wrap gap-2">
      {late && <li>{late}</li>}
      {states.map(({ state, count }) => (
        <li key={state}>
          <StripFilter
            isOn={filters.state === state}
            onToggle={() => setFilter('state', filters.state === state ? undefined : state)}
          >
            <StateLetter state={state} />
            {text('turbines.attention.state', { n: count, state: text(`state.${state}`) })}
          </StripFilter>
        </li>
      ))}
    </ul>
  )

  function renderOverdue() {
    if (overdue.overdue) {
      const { findings } = overdue.overdue
      if (findings === 0) return undefined
      return (
        <StripFilter
          isOn={isOverdueOnly}
          onToggle={() => setFilter('overdue', isOverdueOnly ? undefined : 'true')}
        >
          <AlarmClock aria-hidden className="size-4 text-red" />
          {text('turbines.attention.overdue', { n: findings })}
        </StripFilter>
      )
    }
    if (overdue.query.error)
      return <LoadFailure query={overdue.query} title={text('turbines.attention.failed')} />
    // It keeps the place, so that the cards do not move. Without unsolved findings, nothing is overdue.
    if (!turbines.some(({ unsolved_finding_count }) => unsolved_finding_count > 0)) return undefined
    return <Skeleton className="h-control w-44" />
  }
}

interface StripFilterProps {
  isOn: boolean
  onToggle: () => void
  children: ReactNode
}

function StripFilter({ isOn, onToggle, children }: StripFilterProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className="inline-flex min-h-control cursor-pointer items-center gap-2 rounded border border-hairline bg-surface px-3 text-body font-medium text-ink transition-colors hover:border-hairline-strong aria-pressed:border-action aria-pressed:bg-action-soft"
    >
      {children}
    </button>
  )
}
