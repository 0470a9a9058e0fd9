import type { Photo } from '#domain/photo.ts'
import { NativeSelect } from '#panel/ui/fields/native-select.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'

/** The date of a photo of the split view. */
export function PhotoDate({ photo }: { photo: Photo }) {
  const dates = useDates()
  return (
    <p className="flex h-control items-center rounded bg-lightbox/85 px-3 text-body font-medium whitespace-nowrap text-lightbox-ink tabular-nums">
      {dates.month(photo.year, photo.month)}
    </p>
  )
}

interface PhotoChoiceProps {
  photo: Photo
  /** The photos of other years, oldest first. */
  partners: Photo[]
  onChoose: (id: number) => void
}

/** The date and the name of the second photo, and a menu to choose another one. */
export function PhotoChoice({ photo, partners, onChoose }: PhotoChoiceProps) {
  const text = useText()
  const dates = useDates()
  const years = [...new Set(partners.map(({ year }) => year))].reverse()
  return (
    <NativeSelect
      aria-label={text('panorama.split.photo')}
      data-tooltip={text('panorama.split.photo')}
      value={photo.id}
      onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      frameClass="text-lightbox-ink"
      className="max-w-full border-lightbox-ink-soft/50 bg-lightbox/85 font-medium tabular-nums"
    >
      {years.map((year) => (
        <optgroup key={year} label={String(year)}>
          {partners
            .filter((one) => one.year === year)
            .map((one) => (
              <option key={one.id} value={one.id}>
                {`${dates.month(one.year, one.month)} · ${one.originalName}`}
              </option>
            ))}
        </optgroup>
      ))}
    </NativeSelect>
  )
}
