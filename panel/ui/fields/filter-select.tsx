import { NativeSelect } from './native-select.tsx'

interface FilterSelectProps {
  label: string
  /** The selected value; undefined for all records. */
  value: string | undefined
  /** The text of the option that removes the filter. A list without it always has a value, such as an order. */
  all?: string
  options: { value: string; label: string; count?: number }[]
  /** The text of a selected value that has no option, such as a company in an old link; by default the value itself. */
  unlisted?: string | undefined
  onChange: (value: string | undefined) => void
}

/**
 * A select in a toolbar that filters or sorts records. An active filter has the colour of actions. It is a native `<select>`, because
 * that is fast with a thousand options, and because the first screen must not load the large select of Base UI.
 */
export function FilterSelect({ label, value, all, options, unlisted, onChange }: FilterSelectProps) {
  const isActive = all !== undefined && value !== undefined
  // Without an option of its own, the browser would show the first one, as if all records were shown.
  const isUnlisted = value !== undefined && !options.some((option) => option.value === value)
  return (
    <NativeSelect
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      frameClass={isActive ? 'text-action' : 'text-ink'}
      className={`max-w-56 field-sizing-content ${isActive ? 'border-action bg-action-soft font-medium' : 'border-hairline-strong/60 bg-surface hover:border-hairline-strong'}`}
    >
      {all !== undefined && <option value="">{all}</option>}
      {isUnlisted && <option value={value}>{unlisted ?? value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.count === undefined ? option.label : `${option.label} (${option.count})`}
        </option>
      ))}
    </NativeSelect>
  )
}
