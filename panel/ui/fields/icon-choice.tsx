import type { LucideIcon } from 'lucide-react'

interface IconChoiceProps<Value extends string> {
  /** The accessible name of the group, such as "View". */
  label: string
  /** The name of the radio buttons, unique on the page. */
  name: string
  options: { value: Value; label: string; icon: LucideIcon }[]
  value: Value
  onChange: (value: Value) => void
}

/** Chooses one of a few options that are shown as icons. It is one tab stop; arrow keys move inside. */
export function IconChoice<Value extends string>(props: IconChoiceProps<Value>) {
  const { label, name, options, value, onChange } = props
  return (
    <fieldset className="flex h-control rounded border border-hairline bg-surface p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(({ value: option, label: word, icon: Icon }) => (
        <label
          key={option}
          data-tooltip={word}
          className="relative grid w-9 cursor-pointer place-items-center rounded text-ink-soft transition-colors hover:text-ink has-checked:bg-action-soft has-checked:text-action has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={option === value}
            onChange={() => onChange(option)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon aria-hidden className="size-4.5" />
          <span className="sr-only">{word}</span>
        </label>
      ))}
    </fieldset>
  )
}
