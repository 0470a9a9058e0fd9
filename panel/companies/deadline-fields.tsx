import { useIntl } from 'react-intl'
import severities from '#content/findings/severities.json'
import type { Language } from '#domain/text/language.ts'
import type { TypedNumber } from '#domain/text/typed-number.ts'
import { NumberField } from '#panel/ui/fields/number-field.tsx'
import { useText } from '#panel/words/use-text.ts'

/** The severities with a deadline. */
export const SEVERITIES = [2, 3, 4, 5] as const
type Deadline = `deadline_${(typeof SEVERITIES)[number]}_months`

interface DeadlineFieldsProps {
  /** The props of a field of the form. */
  field: (name: Deadline) => {
    value: TypedNumber
    onChange: (months: TypedNumber) => void
    error: string | undefined
  }
}

/** Within how many months a finding of each severity is due. An empty field means the deadline for all companies, which it shows. */
export function DeadlineFields({ field }: DeadlineFieldsProps) {
  const text = useText()
  const language = useIntl().locale as Language
  return (
    <fieldset className="sm:col-span-2">
      <legend className="text-body font-semibold text-ink">{text('company.deadlines')}</legend>
      <p className="mt-0.5 mb-3 text-note text-ink-soft">{text('company.deadlines.hint')}</p>
      <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
        {SEVERITIES.map((severity) => {
          const standard = severities.find((each) => each.severity === severity)
          const words = standard?.[language]
          return (
            <NumberField
              key={severity}
              label={text('company.deadline', { severity, name: words?.name })}
              hint={words?.action}
              min={0}
              placeholder={text('company.deadline.standard', { months: standard?.months ?? 0 })}
              {...field(`deadline_${severity}_months`)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
