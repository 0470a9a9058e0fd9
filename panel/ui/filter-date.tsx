interface FilterDateProps {
  label: string
  /** A day such as `2026-11-21`; undefined if the filter is not set. */
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (value: string | undefined) => void
}

/** A toolbar filter for a day. An active filter has the colour of actions. */
export function FilterDate({ label, value, min, max, onChange }: FilterDateProps) {
  const look =
    value === undefined
      ? 'border-hairline-strong/60 bg-surface text-ink hover:border-hairline-strong'
      : 'border-action bg-action-soft font-medium text-action'
  return (
    <label
      className={`flex h-control items-center gap-2 rounded border pl-3 text-body transition-colors focus-within:outline-2 focus-within:outline-focus ${look}`}
    >
      {label}
      <input
        type="date"
        value={value ?? ''}
        min={min}
        max={max}
        onChange={({ target }) => onChange(target.value || undefined)}
        className="h-full rounded pr-2 outline-none"
      />
    </label>
  )
}
