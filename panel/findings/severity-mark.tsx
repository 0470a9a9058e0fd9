import { useIntl } from 'react-intl'
import type { Severity } from '#domain/findings/finding-type.ts'
import type { Language } from '#domain/text/language.ts'
import { useText } from '#panel/words/use-text.ts'
import { severityWords } from './finding-words.ts'

const GROUNDS = {
  1: 'bg-severity-one',
  2: 'bg-severity-two',
  3: 'bg-severity-three',
  4: 'bg-severity-four',
  5: 'bg-severity-five',
} as const

/** The background of a severity as a class. */
export function severityGround(severity: Severity | null): string {
  return severity === null ? 'bg-severity-none' : GROUNDS[severity]
}

/** The severity as a number on its colour, with its name for screen readers. */
export function SeverityMark({ severity }: { severity: Severity | null }) {
  const text = useText()
  const language = useIntl().locale as Language
  const name =
    severity === null
      ? text('findings.severity.none')
      : text('findings.severity.named', { severity, name: severityWords(language, severity).name })
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className={`inline-grid size-6 shrink-0 place-items-center rounded text-note font-semibold tabular-nums text-on-severity ${severityGround(severity)}`}
    >
      {severity ?? '–'}
    </span>
  )
}
