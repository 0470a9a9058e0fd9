import type { Photo } from '#domain/photo.ts'
import { offeredYears } from '#panel/photos/photo-place.ts'
import { FilterSelect } from '#panel/ui/fields/filter-select.tsx'
import { useThisYear } from '#panel/words/time-zone.ts'
import { useText } from '#panel/words/use-text.ts'

interface YearSelectProps {
  /** The photos whose years are offered. */
  photos: Photo[]
  /** The number of photos of each year. */
  counts: Map<number, number>
  year: number
  onChange: (year: number) => void
}

/** Selects the year of a block, with the number of photos of each. */
export function YearSelect({ photos, counts, year, onChange }: YearSelectProps) {
  const text = useText()
  return (
    <FilterSelect
      label={text('photos.year')}
      value={String(year)}
      onChange={(next) => next && onChange(Number(next))}
      options={offeredYears(photos, useThisYear()).map((option) => ({
        value: String(option),
        label: String(option),
        count: counts.get(option) ?? 0,
      }))}
    />
  )
}
