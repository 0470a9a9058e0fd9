import { createContext, useContext } from 'react'
import type { TurbineDue } from '#domain/findings/due-days.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useToday } from '#panel/words/time-zone.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'

/** What is due in each turbine, by its id; undefined until it is known. */
export const TurbineDueContext = createContext<ReadonlyMap<number, TurbineDue> | undefined>(undefined)

interface TurbineDueLineProps {
  turbine: Pick<Turbine, 'id' | 'time_zone'>
  /** True where a line has no room for the next day: only what is overdue. */
  isShort?: boolean
  className?: string
}

/** How many findings of a turbine are overdue, and the earliest day to come; nothing if nothing is due. */
export function TurbineDueLine({ turbine, isShort = false, className = '' }: TurbineDueLineProps) {
  const text = useText()
  const due = useContext(TurbineDueContext)?.get(turbine.id)
  const today = useToday(turbine.time_zone)
  const { nearDay } = useDates()
  if (!due || (isShort && due.overdue === 0)) return null
  const { overdue, next } = due
  const day = next && !isShort && nearDay(next, today)
  return (
    <span className={`tabular-nums text-ink-soft ${className}`}>
      {overdue > 0 && (
        <span className="font-medium text-red">{text('turbine.due.overdue', { n: overdue })}</span>
      )}
      {overdue > 0 && day && ' · '}
      {day && text(overdue > 0 ? 'turbine.due.next' : 'turbine.due.nextAlone', { day })}
    </span>
  )
}
