import { useRef } from 'react'
import { useArrowFocus } from '#panel/ui/use-arrow-focus.ts'
import { useText } from '#panel/words/use-text.ts'

interface YearDotsProps {
  /** Oldest first. */
  years: number[]
  year: number | undefined
  onYear: (year: number) => void
}

/** The years of a room as a row of dots; one of them is shown. */
export function YearDots({ years, year, onYear }: YearDotsProps) {
  const text = useText()
  const row = useRef<HTMLFieldSetElement>(null)
  const { active, ...keys } = useArrowFocus(row, years.map(String))
  return (
    <fieldset
      ref={row}
      {...keys}
      aria-label={text('panorama.years')}
      className="flex items-center border-r border-viewer-raised pr-2"
    >
      {years.map((one) => (
        <button
          key={one}
          type="button"
          data-stop={one}
          tabIndex={String(one) === active ? 0 : -1}
          aria-pressed={one === year}
          onClick={() => onYear(one)}
          className="group/year grid cursor-pointer justify-items-center gap-1 rounded px-2 py-0.5 text-caption text-viewer-ink-soft tabular-nums transition-colors hover:text-viewer-ink aria-pressed:font-semibold aria-pressed:text-viewer-ink"
        >
          <span
            aria-hidden
            className="size-2.5 rounded-full border border-current group-aria-pressed/year:bg-current"
          />
          {one}
        </button>
      ))}
    </fieldset>
  )
}
