import { Search, X } from 'lucide-react'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

interface TurbineSearchProps {
  value: string
  onChange: (value: string) => void
}

export function TurbineSearch({ value, onChange }: TurbineSearchProps) {
  const text = useText()
  return (
    <search className="relative w-[320px]">
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-3.5 size-4 text-ink-faint" />
      <input
        type="text"
        aria-label={text('turbines.search')}
        placeholder={text('turbines.search.hint')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
        className="h-control w-full rounded border border-hairline-strong/60 bg-surface pr-10 pl-10 text-body text-ink transition-colors placeholder:text-ink-faint hover:border-hairline-strong focus:border-action focus:outline-2 focus:outline-offset-0 focus:outline-focus/35"
      />
      {value !== '' && (
        <IconButton
          label={text('turbines.clear')}
          icon={X}
          onClick={() => onChange('')}
          className="absolute top-0 right-0"
        />
      )}
    </search>
  )
}
