import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import { isUnsolved } from '#domain/findings/finding-rules.ts'
import type { Language } from '#domain/text/language.ts'
import { useToday } from '#panel/words/time-zone.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { isOverdue } from '../due-date.tsx'
import { severityWords } from '../finding-words.ts'
import { SeverityMark } from '../severity-mark.tsx'

/** What the severity says to do and by when, and the reason if the date was set by hand. */
export function WhatToDo({ finding }: { finding: Finding }) {
  const text = useText()
  const dates = useDates()
  const today = useToday()
  const language = useIntl().locale as Language
  const { severity, due_on, own_due_on, due_reason, later_id } = finding
  const words = severity === null ? undefined : severityWords(language, severity)
  const isWaiting = isUnsolved(finding)
  return (
    <div className="flex gap-3 rounded bg-surface-sunken px-3.5 py-3">
      <SeverityMark severity={severity} />
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
        {!isWaiting && (
          <p className="text-ink-soft">
            {text(later_id === null ? 'findings.due.solved' : 'findings.due.continued')}
          </p>
        )}
        {own_due_on !== null && due_reason !== '' && (
          <p className="mt-1 text-note wrap-anywhere text-ink-soft">
            {text('findings.due.reason', { reason: due_reason })}
          </p>
        )}
      </div>
    </div>
  )
}
