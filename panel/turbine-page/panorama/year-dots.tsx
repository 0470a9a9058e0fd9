import { Columns2 } from 'lucide-react'
import { useRef } from 'react'
import { useArrowFocus } from '#panel/ui/tables/use-arrow-focus.ts'
import { useText } from '#panel/words/use-text.ts'

interface YearDotsProps {
  /** Oldest first. */
  years: number[]
  year: number | undefined
  /** The year of the photo that is shown beside the first one. */
  besideYear: number | undefined
  onYear: (year: number) => void
  onBeside: (year: number) => void
}

/** The years of a room as a row of dots; one of them is shown. Above each other one is a button that puts it beside. */
export function YearDots({ years, year, besideYear, onYear, onBeside }: YearDotsProps) {
  const text = useText()
  const row = useRef<HTMLFieldSetElement>(null)
  const others = years.filter((one) => one !== year)
  const { active, ...keys } = useArrowFocus(row, [...years.map(String), ...others.map(besideStop)])
  const tabIndex = (stop: string) => (stop === active ? 0 : -1)
  return (
    <fieldset
      ref={row}
      {...keys}
      aria-label={text('panorama.years')}
      className="flex items-center border-r border-lightbox-raised pr-2"
    >
      {years.map((one) => (
        <div key={one} className="group/year relative">
          <button
            type="button"
            data-stop={one}
            tabIndex={tabIndex(String(one))}
            aria-pressed={one === year}
            onClick={() => onYear(one)}
            className="group/dot grid cursor-pointer justify-items-center gap-1 rounded px-2 py-0.5 text-caption text-lightbox-ink-soft tabular-nums transition-colors hover:text-lightbox-ink aria-pressed:font-semibold aria-pressed:text-lightbox-ink"
          >
            <span
              aria-hidden
              className="size-2.5 rounded-full border border-current group-aria-pressed/dot:bg-current"
            />
            {one}
          </button>
          {one !== year && (
            <div className="pointer-events-none absolute bottom-full left-1/2 -translate-x-1/2 pb-2 opacity-0 transition-opacity group-focus-within/year:pointer-events-auto group-focus-within/year:opacity-100 group-hover/year:pointer-events-auto group-hover/year:opacity-100">
              <button
                type="button"
                data-stop={besideStop(one)}
                tabIndex={tabIndex(besideStop(one))}
                aria-pressed={one === besideYear}
                aria-label={text('panorama.years.beside', { year: String(one) })}
                data-tooltip={text('panorama.years.beside', { year: String(one) })}
                onClick={() => onBeside(one)}
                className="grid size-control cursor-pointer place-content-center rounded bg-lightbox text-lightbox-ink-soft shadow-raised transition-colors hover:text-lightbox-ink aria-pressed:bg-lightbox-raised aria-pressed:text-lightbox-ink"
              >
                <Columns2 aria-hidden className="size-4" />
              </button>
            </div>
          )}
        </div>
      ))}
    </fieldset>
  )
}

function besideStop(year: number): string {
  return `beside-${year}`
}
