import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { photoScaleQuery } from '#panel/data/photo-details.ts'
import { useText } from '#panel/words/use-text.ts'
import { scaleBarOf } from './mark-view.ts'

interface ScaleBarProps {
  turbineId: number
  photoId: number
  /** The size in which the photo is shown, in CSS pixels. */
  picture: { width: number; height: number }
  place: { width: number; height: number }
}

/** A bar of a round length on a photo, if somebody has drawn a line of known length on it. */
export function ScaleBar({ turbineId, photoId, picture, place }: ScaleBarProps) {
  const text = useText()
  const { formatNumber } = useIntl()
  const { data: scale } = useQuery(photoScaleQuery(turbineId, photoId))
  const bar = scale && scaleBarOf(scale, picture, place)
  if (!bar) return null
  const length = lengthWords(bar.mm)
  return (
    <p
      title={text('review.scale')}
      className="absolute bottom-2 left-2 rounded bg-lightbox/85 px-2 pt-1 pb-1.5 text-note text-lightbox-ink tabular-nums"
    >
      <span className="sr-only">{text('review.scale')}: </span>
      {length}
      <span
        aria-hidden
        style={{ width: bar.width }}
        className="block h-1.5 border-x-2 border-b-2 border-lightbox-ink"
      />
    </p>
  )

  function lengthWords(mm: number): string {
    if (mm >= 1000) return formatNumber(mm / 1000, { style: 'unit', unit: 'meter' })
    if (mm >= 10) return formatNumber(mm / 10, { style: 'unit', unit: 'centimeter' })
    return formatNumber(mm, { style: 'unit', unit: 'millimeter', maximumSignificantDigits: 1 })
  }
}
