import { Field } from '@base-ui/react/field'
import { CONTROL_CLASS, FieldFrame } from './field.tsx'
import { NativeSelect } from './native-select.tsx'

interface NativeSelectFieldProps<Value extends string> {
  label: string
  /** Undefined until something is chosen. */
  value: Value | undefined
  options: { value: Value; label: string }[]
  /** The entry that stands for no choice. */
  placeholder: string
  onChange: (value: Value) => void
  error?: string
}

/**
 * Selects one of a few options with the browser's own list: it is the quickest by the keyboard, and it opens above everything, also above
 * a photo in full screen. Other forms use `SelectField`, which looks like the other fields.
 */
export function NativeSelectField<Value extends string>(props: NativeSelectFieldProps<Value>) {
  const { label, value, options, placeholder, onChange, ...field } = props
  return (
    <FieldFrame label={label} required={value === undefined} {...field}>
      <Field.Control
        render={
          <NativeSelect
            value={value ?? ''}
            onChange={({ currentTarget }) => {
              const chosen = options.find((option) => option.value === currentTarget.value)
              if (chosen) onChange(chosen.value)
            }}
            className={CONTROL_CLASS}
          >
            {value === undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </NativeSelect>
        }
      />
    </FieldFrame>
  )
}
