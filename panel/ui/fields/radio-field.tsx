import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { useId } from 'react'
import { FieldFrame, type FieldProps } from './field.tsx'

interface RadioOption<Value extends string> {
  value: Value
  label: string
  /** What the option means, in one sentence. */
  note: string
}

interface RadioFieldProps<Value extends string> extends FieldProps {
  value: Value
  options: RadioOption<Value>[]
  onChange: (value: Value) => void
}

/** A field that selects one of a few options that need an explanation. */
export function RadioField<Value extends string>(props: RadioFieldProps<Value>) {
  const { value, options, onChange, ...field } = props
  const id = useId()
  return (
    <FieldFrame {...field} isComposite>
      <RadioGroup
        value={value}
        onValueChange={(next) => onChange(next as Value)}
        className="divide-y divide-hairline rounded border border-hairline-strong/60 bg-surface"
      >
        {options.map(({ value: option, label, note }) => (
          <div key={option} className="relative flex gap-3 px-3 py-2.5">
            <Radio.Root
              value={option}
              aria-labelledby={`${id}-${option}`}
              aria-describedby={`${id}-${option}-note`}
              className="mt-0.5 grid size-4 shrink-0 cursor-pointer place-items-center rounded-full border border-hairline-strong bg-surface after:absolute after:inset-0 data-checked:border-action data-checked:bg-action"
            >
              <Radio.Indicator className="size-1.5 rounded-full bg-on-action" />
            </Radio.Root>
            <span className="min-w-0">
              <span id={`${id}-${option}`} className="block text-body font-medium text-ink">
                {label}
              </span>
              <span id={`${id}-${option}-note`} className="mt-0.5 block text-note text-ink-soft">
                {note}
              </span>
            </span>
          </div>
        ))}
      </RadioGroup>
    </FieldFrame>
  )
}
