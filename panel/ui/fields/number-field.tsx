import { NumberField as BaseNumberField } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useText } from '#panel/words/use-text.ts'
import { CONTROL_CLASS, FieldFrame, type FieldProps } from './field.tsx'

interface NumberFieldProps extends FieldProps {
  /** Null while the field is empty or its text is not a number. */
  value: number | null
  onChange: (value: number | null) => void
  /** The minimum for the buttons and the arrow keys. The schema of the form validates typed values. */
  min?: number
  /** What an empty field means. */
  placeholder?: string
}

const STEP_CLASS =
  'grid w-9 cursor-pointer place-items-center text-ink-soft transition-colors hover:text-ink data-disabled:cursor-default data-disabled:opacity-40'

/** A field for a number in the format of the panel's language, with buttons to decrease and increase it. */
export function NumberField({
  value,
  onChange,
  min,
  placeholder,
  required = false,
  ...field
}: NumberFieldProps) {
  const text = useText()
  const { locale } = useIntl()
  return (
    <FieldFrame {...field} required={required}>
      <BaseNumberField.Root
        value={value}
        onValueChange={onChange}
        locale={locale}
        allowOutOfRange
        {...(min !== undefined && { min })}
      >
        <BaseNumberField.Group className="relative flex">
          <BaseNumberField.Input
            aria-required={required || undefined}
            placeholder={placeholder}
            className={`${CONTROL_CLASS} pr-18 pl-3`}
          />
          <div className="absolute inset-y-0 right-0 flex divide-x divide-hairline">
            <BaseNumberField.Decrement
              aria-label={text('common.less', { name: field.label })}
              className={STEP_CLASS}
            >
              <Minus aria-hidden className="size-4" />
            </BaseNumberField.Decrement>
            <BaseNumberField.Increment
              aria-label={text('common.more', { name: field.label })}
              className={STEP_CLASS}
            >
              <Plus aria-hidden className="size-4" />
            </BaseNumberField.Increment>
          </div>
        </BaseNumberField.Group>
      </BaseNumberField.Root>
    </FieldFrame>
  )
}
