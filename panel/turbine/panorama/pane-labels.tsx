import { useIntl } from 'react-intl'
import type { Photo } from '#domain/photo.ts'
import { monthOf } from '#panel/photos/photo-words.ts'
import { useText } from '#panel/words/use-text.ts'

const LABEL_CLASS = 'h-control rounded bg-viewer/85 px-3 text-body font-medium text-viewer-ink tabular-nums'

/** The date of a photo of the split view. */
export function PhotoDate({ photo }: { photo: Photo }) {
  const intl = useIntl()
  return (
    <p className={`${LABEL_CLASS} flex items-center whitespace-nowrap`}>
      {intl.formatDate(monthOf(photo), { month: 'long', year: 'numeric' })}
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
  const intl = useIntl()
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
                {`${intl.formatDate(monthOf(one), { month: 'long', year: 'numeric' })} · ${one.originalName}`}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  )
}
