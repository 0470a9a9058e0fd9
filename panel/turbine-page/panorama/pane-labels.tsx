import type { Photo } from '#domain/photo.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'

const LABEL_CLASS = 'h-control rounded bg-viewer/85 px-3 text-body font-medium text-viewer-ink tabular-nums'

/** The date of a photo of the split view. */
export function PhotoDate({ photo }: { photo: Photo }) {
  const dates = useDates()
  return (
    <p className={`${LABEL_CLASS} flex items-center whitespace-nowrap`}>
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
    <select
      aria-label={text('panorama.split.photo')}
      data-tooltip={text('panorama.split.photo')}
      value={photo.id}
      onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      className={`${LABEL_CLASS} max-w-full cursor-pointer truncate border border-viewer-ink-soft/50`}
    >
      {years.map((year) => (
        <optgroup key={year} label={String(year)} className="bg-viewer">
          {partners
            .filter((one) => one.year === year)
            .map((one) => (
              <option key={one.id} value={one.id}>
                {`${dates.month(one.year, one.month)} · ${one.originalName}`}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  )
}
