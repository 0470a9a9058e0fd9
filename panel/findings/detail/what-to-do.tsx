import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import { isOverdue, isSolved, isUnsolved } from '#domain/findings/finding-rules.ts'
import type { Language } from '#domain/text/language.ts'
import { SeverityMark } from '#panel/ui/severity/severity-mark.tsx'
import { severityWords } from '#panel/words/finding-words.ts'
import { useToday } from '#panel/words/time-zone.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'

interface WhatToDoProps {
  finding: Finding
  /** The way to the newest finding of its chain, for a finding that a later one continues. */
  continues: ReactNode
}

/** What the severity says to do and by when, and the reason if the date was set by hand. */
export function WhatToDo({ finding, continues }: WhatToDoProps) {
  const text = useText()
  const dates = useDates()
  const today = useToday()
  const language = useIntl().locale as Language
  const { severity, due_on, own_due_on, due_reason, later_id } = finding
  const words = severity === null ? undefined : severityWords(language, severity)
  const isWaiting = isUnsolved(finding)
  return (
    <div className="flex gap-3 rounded bg-surface-sunken px-3.5 py-3">
      <SeverityMark severity={severity} isSolved={isSolved(finding)} />
      <div className="min-w-0 text-body">
        <p className="font-medium text-ink">
          {words ? `${words.name} · ${words.action}` : text('findings.severity.none')}
        </p>
        {due_on !== null && isWaiting && (
          <p className={isOverdue(finding, today) ? 'font-medium text-red' : 'text-ink-soft'}>
            {text('findings.due.until')} <time dateTime={due_on}>{dates.longDay(due_on)}</time>
            {isOverdue(finding, today) && ` · ${text('findings.overdue')}`}
          </p>
        )}
        {due_on === null && isWaiting && <p className="text-ink-soft">{text('findings.due.none')}</p>}
        {!isWaiting &&
          (later_id === null ? <p className="text-ink-soft">{text('findings.due.solved')}</p> : continues)}
        {own_due_on !== null && due_reason !== '' && (
          <p className="mt-1 text-note wrap-anywhere text-ink-soft">
            {text('findings.due.reason', { reason: due_reason })}
          </p>
        )}
      </div>
    </div>
  )
}
