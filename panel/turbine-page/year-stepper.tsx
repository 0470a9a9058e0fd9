import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

interface YearStepperProps {
  year: number
  /** The years that can be chosen, newest first. */
  years: number[]
  onYear: (year: number) => void
}

/** Buttons for the previous and the next year. */
export function YearStepper({ year, years, onYear }: YearStepperProps) {
  const text = useText()
  const index = years.indexOf(year)
  const [older, newer] = [years[index + 1], years[index - 1]]
  return (
    <fieldset aria-label={text('year.label')} className="flex items-center">
      <IconButton
        label={text('year.previous')}
        icon={ChevronLeft}
        blocked={older === undefined ? text('blocked.olderYear') : undefined}
        onClick={() => older !== undefined && onYear(older)}
        className="size-control-small!"
      />
      <output className="min-w-12 text-center text-body font-semibold text-ink">{year}</output>
      <IconButton
        label={text('year.next')}
        icon={ChevronRight}
        blocked={newer === undefined ? text('blocked.newerYear') : undefined}
        onClick={() => newer !== undefined && onYear(newer)}
        className="size-control-small!"
      />
    </fieldset>
  )
}
