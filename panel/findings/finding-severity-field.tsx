import { useId } from 'react'
import { useIntl } from 'react-intl'
import { SEVERITIES, type Severity } from '#domain/findings/finding-type.ts'
import type { Language } from '#domain/text/language.ts'
import { severityGround } from '#panel/ui/severity/severity-mark.tsx'
import { severityWords } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'

interface FindingSeverityFieldProps {
  value: Severity | null
  onChange: (severity: Severity | null) => void
}

/** The severities from 1 to 5 and "not graded", as radio buttons with their colours; below them what the chosen one says to do. */
export function FindingSeverityField({ value, onChange }: FindingSeverityFieldProps) {
  const text = useText()
  const language = useIntl().locale as Language
  const name = useId()
  const words = value === null ? undefined : severityWords(language, value)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-note font-medium text-ink-soft">{text('findings.severity')}</legend>
      <div className="flex gap-1">
        {[null, ...SEVERITIES].map((severity) => (
          <label
            key={severity}
            className={`relative grid h-control min-w-0 flex-1 cursor-pointer place-items-center rounded border text-body font-semibold tabular-nums has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus ${severity === value ? `border-transparent text-on-severity ${severityGround(severity)}` : 'border-hairline text-ink hover:border-hairline-strong'}`}
          >
            <input
              type="radio"
              name={name}
              checked={severity === value}
              onChange={() => onChange(severity)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span aria-hidden>{severity ?? '–'}</span>
            <span className="sr-only">
              {severity === null
                ? text('findings.severity.none')
                : text('findings.severity.named', {
                    severity,
                    name: severityWords(language, severity).name,
                  })}
            </span>
          </label>
        ))}
      </div>
      <p className="mt-1 text-caption text-ink-soft">
        {words ? `${words.name} · ${words.action}` : text('findings.severity.none')}
      </p>
    </fieldset>
  )
}
