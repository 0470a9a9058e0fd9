import type { Finding } from '#domain/findings/finding.ts'
import { isOverdue, isUnsolved } from '#domain/findings/finding-rules.ts'
import { useToday } from '#panel/words/time-zone.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'

interface DueDateProps {
  /** A finding of several turbines has the time zone of its company. */
  finding: Pick<Finding, 'status' | 'due_on' | 'later_id'> & { time_zone?: string }
}

/** The due date of a finding, and that it has passed. A dash if nothing is due. */
export function DueDate({ finding }: DueDateProps) {
  const text = useText()
  const dates = useDates()
  const today = useToday(finding.time_zone)
  const { due_on } = finding
  if (due_on === null || !isUnsolved(finding)) return <span className="text-ink-faint">–</span>
  const overdue = isOverdue(finding, today)
  return (
    <span className={overdue ? 'font-medium text-red' : ''}>
      <time dateTime={due_on} className="whitespace-nowrap">
        {dates.day(due_on)}
      </time>
      {overdue && <span className="ml-1.5 text-caption">{text('findings.overdue')}</span>}
    </span>
  )
}
