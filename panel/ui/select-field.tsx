import { Select } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'

interface SelectOption {
  value: string
  label: string
  /** A small figure at the right edge, such as how many photos there are. */
  count?: number
}

interface SelectFieldProps {
  label: string
  value: string
  options: SelectOption[]
  onChange: (value: string) => void
  disabled?: boolean
  className?: string
}

export function SelectField({
  label,
  value,
  options,
  onChange,
  disabled = false,
  className = '',
}: SelectFieldProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <Select.Root
        items={options}
        value={value}
        disabled={disabled}
        onValueChange={(next) => next !== null && onChange(next)}
      >
        <Select.Label className="mb-1 block text-caption text-ink-faint">{label}</Select.Label>
        <Select.Trigger className="flex h-control w-full cursor-pointer items-center justify-between gap-2 rounded border border-hairline bg-surface px-3 text-body font-medium text-ink transition-colors hover:border-hairline-strong data-disabled:cursor-default data-disabled:opacity-55">
          <Select.Value className="truncate" />
          <Select.Icon>
            <ChevronDown aria-hidden className="size-4 text-ink-faint" />
          </Select.Icon>
        </Select.Trigger>
        <Select.Portal>
          <Select.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-popup outline-none">
            <Select.Popup className="min-w-(--anchor-width) rounded border border-hairline bg-surface py-1 shadow-raised outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
              <Select.List className="max-h-[min(340px,var(--available-height))] overflow-y-auto">
                {options.map((option) => (
                  <Option key={option.value} {...option} />
                ))}
              </Select.List>
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
    </div>
  )
}

function Option({ value, label, count }: SelectOption) {
  return (
    <Select.Item
      value={value}
      className="grid cursor-pointer grid-cols-[16px_1fr_auto] items-center gap-2 py-1.5 pr-3 pl-2.5 text-body text-ink outline-none select-none data-highlighted:bg-action-soft"
    >
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
