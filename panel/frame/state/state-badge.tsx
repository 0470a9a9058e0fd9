import type { InspectionRunning, TurbineState } from '#domain/turbine.ts'
import { type Text, useText } from '#panel/words/use-text.ts'

/** From B on, the letter has the colour of the severity that it follows from. */
const GROUNDS: Record<TurbineState, string> = {
  A: 'bg-green text-surface',
  B: 'bg-severity-two text-on-severity',
  C: 'bg-severity-three text-on-severity',
  D: 'bg-severity-four text-on-severity',
  E: 'bg-severity-five text-on-severity',
  not_inspected: 'border border-dashed border-hairline-strong bg-surface text-ink-faint',
}

/** The states of turbines that must be repaired. */
export const REPAIR_STATES: readonly TurbineState[] = ['C', 'D', 'E']

/** The state in words, with its letter: `E · Stop`. */
export function stateWords(text: Text, state: TurbineState): string {
  const words = text(`state.${state}`)
  return state === 'not_inspected' ? words : `${state} · ${words}`
}

/** The letter of a state; a question mark if the turbine is not inspected. */
function letterOf(state: TurbineState): string {
  return state === 'not_inspected' ? '?' : state
}

/** The letter of a state on its colour, with its words for screen readers. */
export function StateMark({ state, className = 'size-6' }: { state: TurbineState; className?: string }) {
  const words = stateWords(useText(), state)
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className={`inline-grid shrink-0 place-items-center rounded text-note font-semibold ${className} ${GROUNDS[state]}`}
    >
      {letterOf(state)}
    </span>
  )
}

/** The letter of a state on its colour, beside its words. */
export function StateLetter({ state }: { state: TurbineState }) {
  return (
    <>
      <span
        aria-hidden
        className={`grid size-5 place-items-center rounded text-caption font-semibold ${GROUNDS[state]}`}
      >
        {letterOf(state)}
      </span>
      {state !== 'not_inspected' && <span className="sr-only">{state}</span>}
    </>
  )
}

interface StateBadgeProps {
  state: TurbineState
  /** The year of the inspection that the state follows from. */
  year?: number | null
  /** Fills the badge with the colour of a state that must be repaired. */
  strong?: boolean
}

/** What the findings of a turbine say to do: a letter from A to E and its words. */
export function StateBadge({ state, year = null, strong = false }: StateBadgeProps) {
  const text = useText()
  const words = stateWords(text, state)
  const look =
    strong && REPAIR_STATES.includes(state)
      ? `pr-2 font-semibold ${GROUNDS[state]}`
      : 'font-medium text-ink-soft'
  return (
    <span
      title={year === null ? words : `${words}: ${text('state.ofYear', { year: String(year) })}`}
      className={`inline-flex min-h-6 max-w-full shrink-0 items-center gap-1.5 rounded text-caption ${look}`}
    >
      <StateLetter state={state} />
      <span className="min-w-0 wrap-break-word">{text(`state.${state}`)}</span>
    </span>
  )
}

/** An inspection that is worked on, and how many of its photos somebody has looked at: beside the state, which it does not change yet. */
export function RunningInspection({ running, className = '' }: RunningInspectionProps) {
  const text = useText()
  if (running === null) return null
  return (
    <span
      title={running.photos > 0 ? text('state.running.title', valuesOf(running)) : undefined}
      className={`text-caption tabular-nums text-ink-soft ${className}`}
    >
      {runningWords(text, running)}
    </span>
  )
}

interface RunningInspectionProps {
  /** Null for turbines without one, and for those who read only what is published. */
  running: InspectionRunning | null
  className?: string
}

/** An inspection that is worked on, in words: `2026 inspection in progress, 12 / 300`; without photos it has no counts. */
export function runningWords(text: Text, running: InspectionRunning): string {
  return text('state.running', valuesOf(running))
}

/** The year is no number to be grouped. */
function valuesOf({ year, looked_at, photos }: InspectionRunning) {
  return { year: String(year), lookedAt: looked_at, photos }
}
