import type { TurbineState } from '#domain/turbine.ts'
import { useText } from '#panel/words/use-text.ts'
import { StateMark } from './state-badge.tsx'

/** From the worst to the best, then what nobody has looked at. */
const STATES: readonly TurbineState[] = ['E', 'D', 'C', 'B', 'A', 'not_inspected']

/** What the letters of the states mean. */
export function StateLegend({ className = '' }: { className?: string }) {
  const text = useText()
  return (
    <ul
      aria-label={text('state.legend')}
      className={`flex flex-wrap gap-x-4 gap-y-1 text-caption text-ink-soft ${className}`}
    >
      {STATES.map((state) => (
        <li key={state} className="flex items-center gap-1.5">
          <span aria-hidden>
            <StateMark state={state} className="size-4 text-caption!" />
          </span>
          {text(`state.${state}`)}
        </li>
      ))}
    </ul>
  )
}
