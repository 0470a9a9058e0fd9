import { Select } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { OPTION_CLASS, POPUP_CLASS } from './field.tsx'

interface FilterSelectProps {
  label: string
  /** The selected value; undefined for all records. */
  value: string | undefined
  /** The text of the option that removes the filter. A list without it always has a value, such as an order. */
  all?: string
  options: { value: string; label: string; count?: number }[]
  onChange: (value: string | undefined) => void
}

/** The value of the option that removes the filter; Base UI shows no text for a missing value. */
const ALL = ''

/** A list in a toolbar that narrows or orders records. It is as wide as its text; an active filter has the colour of actions. */
export function FilterSelect({ label, value, all, options, onChange }: FilterSelectProps) {
  const items = [...(all === undefined ? [] : [{ value: ALL, label: all }]), ...options]
  const isActive = all !== undefined && value !== undefined
  return (
    <Select.Root
      items={items}
      value={value ?? ALL}
      onValueChange={(next) => onChange(next === null || next === ALL ? undefined : next)}
    >
      <Select.Trigger
        aria-label={label}
        className={`flex h-control max-w-56 cursor-pointer items-center gap-2 rounded border px-3 text-body transition-colors ${isActive ? 'border-action bg-action-soft font-medium text-action' : 'border-hairline-strong/60 bg-surface text-ink hover:border-hairline-strong'}`}
      >
        <Select.Value className="truncate" />
        <Select.Icon>
          <ChevronDown aria-hidden className="size-4 opacity-70" />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-popup outline-none">
          <Select.Popup className={`${POPUP_CLASS} max-w-80`}>
            <Select.List className="max-h-[min(340px,var(--available-height))] overflow-y-auto">
              {items.map((item) => (
                <Select.Item key={item.value} value={item.value} className={OPTION_CLASS}>
                  <Select.ItemIndicator className="col-start-1">
                    <Check aria-hidden className="size-4 text-action" />
                  </Select.ItemIndicator>
                  <Select.ItemText className="col-start-2 truncate">{item.label}</Select.ItemText>
                  {'count' in item && item.count !== undefined && (
                    <span aria-hidden className="col-start-3 pl-4 text-caption text-ink-faint">
                      {item.count}
                    </span>
                  )}
                </Select.Item>
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  )
}
