import { Select } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { useDialogTheme } from '#panel/ui/dialogs/dialog-theme.ts'
import { CONTROL_CLASS, FieldFrame, type FieldProps, OPTION_CLASS, POPUP_CLASS } from './field.tsx'

interface SelectOption<Value extends string> {
  value: Value
  label: string
  /** A small text at the right edge, such as the number of photos. */
  count?: number
}

interface SelectFieldProps<Value extends string> extends FieldProps {
  value: Value
  options: SelectOption<Value>[]
  onChange: (value: Value) => void
  disabled?: boolean
}

/** A field that selects one of a few options. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { value, options, onChange, disabled = false, ...field } = props
  const theme = useDialogTheme()
  return (
    <FieldFrame {...field} isComposite>
      <Select.Root
        items={options}
        value={value}
        disabled={disabled}
        onValueChange={(next) => next !== null && onChange(next)}
      >
        <Select.Trigger
          className={`${CONTROL_CLASS} flex cursor-pointer items-center justify-between gap-2 px-3 font-medium`}
        >
          <Select.Value className="truncate" />
          <Select.Icon>
            <ChevronDown aria-hidden className="size-4 text-ink-faint" />
          </Select.Icon>
        </Select.Trigger>
        <Select.Portal>
          <Select.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-popup outline-none">
            <Select.Popup data-theme={theme} className={POPUP_CLASS}>
              <Select.List className="max-h-[min(340px,var(--available-height))] overflow-y-auto">
                {options.map((option) => (
                  <Option key={option.value} {...option} />
                ))}
              </Select.List>
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
    </FieldFrame>
  )
}

function Option<Value extends string>({ value, label, count }: SelectOption<Value>) {
  return (
    <Select.Item value={value} className={OPTION_CLASS}>
      <Select.ItemIndicator className="col-start-1">
        <Check aria-hidden className="size-4 text-action" />
      </Select.ItemIndicator>
      <Select.ItemText className="col-start-2">{label}</Select.ItemText>
      {count !== undefined && (
        <span
          aria-hidden
          className={`col-start-3 pl-4 text-caption ${count > 0 ? 'font-medium text-action' : 'text-ink-faint'}`}
        >
          {count > 0 ? count : '–'}
        </span>
      )}
    </Select.Item>
  )
}
