import { FormattedDate } from 'react-intl'
import type { Finding } from '#domain/finding.ts'
import { isUnsolved } from '#domain/finding-rules.ts'
import { useText } from '#panel/words/use-text.ts'

/** True if the finding still needs somebody and its due date has passed. @param now by default the time of this computer */
export function isOverdue(
  finding: Pick<Finding, 'status' | 'due_on' | 'later_id'>,
  now: Date = new Date(),
): boolean {
  if (finding.due_on === null || finding.later_id !== null || !isUnsolved(finding)) return false
  return finding.due_on < localDay(now)
}

/** The day by the clock of this computer, such as `2026-11-21`. */
export function localDay(now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The due date of a finding, and that it has passed. A dash if nothing is due. */
export function DueDate({ finding }: { finding: Pick<Finding, 'status' | 'due_on' | 'later_id'> }) {
  const text = useText()
  const { due_on } = finding
  if (due_on === null || !isUnsolved(finding)) return <span className="text-ink-faint">–</span>
  const overdue = isOverdue(finding)
  return (
    <span className={overdue ? 'font-medium text-red' : ''}>
      <time dateTime={due_on}>
        {/* At noon, so that no time zone moves it to another day. */}
        <FormattedDate value={`${due_on}T12:00:00`} day="numeric" month="short" year="numeric" />
      </time>
      {overdue && <span className="ml-1.5 text-caption">{text('findings.overdue')}</span>}
    </span>
  )
}
