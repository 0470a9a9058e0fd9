import { Switch } from '@base-ui/react/switch'
import { FieldFrame, type FieldProps } from './field.tsx'

interface SwitchFieldProps extends FieldProps {
  value: boolean
  onChange: (value: boolean) => void
  /** The state in words, beside the switch. */
  state: string
}

/** A field that is on or off. */
export function SwitchField({ value, onChange, state, required: _, ...field }: SwitchFieldProps) {
  return (
    <FieldFrame {...field}>
      <span className="flex h-control items-center gap-3">
        <Switch.Root
          checked={value}
          onCheckedChange={onChange}
          className="flex h-5.5 w-10 shrink-0 cursor-pointer rounded-full bg-hairline-strong p-0.5 transition-colors data-checked:bg-action"
        >
          <Switch.Thumb className="size-4.5 rounded-full bg-surface transition-[translate] data-checked:translate-x-4.5" />
        </Switch.Root>
        <span aria-hidden className="text-body text-ink">
          {state}
        </span>
      </span>
    </FieldFrame>
  )
}
