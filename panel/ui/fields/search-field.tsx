import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

interface SearchFieldProps {
  label: string
  /** The searched fields, such as name and city. */
  hint: string
  value: string
  onChange: (value: string) => void
}

/** A field that searches the records of a page. Escape empties it. */
export function SearchField({ label, hint, value, onChange }: SearchFieldProps) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <search className="relative max-w-80 flex-1 basis-56">
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-3.5 size-4 text-ink-faint" />
      <input
        ref={input}
        type="text"
        aria-label={label}
        placeholder={hint}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
        className="h-control w-full rounded border border-hairline-strong/60 bg-surface pr-10 pl-10 text-body text-ink transition-colors placeholder:text-ink-faint hover:border-hairline-strong focus:border-action focus:outline-2 focus:outline-offset-0 focus:outline-focus/35"
      />
      {value !== '' && (
        <IconButton
          label={text('common.clearSearch')}
          icon={X}
          onClick={() => {
            onChange('')
            // The button goes away with the text.
            input.current?.focus()
          }}
          className="absolute top-0 right-0"
        />
      )}
    </search>
  )
}
