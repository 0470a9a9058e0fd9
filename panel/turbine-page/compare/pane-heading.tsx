import { memo } from 'react'
import type { Photo } from '#domain/photo.ts'
import { sizeWords } from '#panel/photos/photo-words.ts'
import { NativeSelect } from '#panel/ui/fields/native-select.tsx'
import type { MessageId } from '#panel/words/messages.ts'
import { roomName } from '#panel/words/room-name.ts'
import { type Dates, useDates } from '#panel/words/use-dates.ts'
import { type Text, useText } from '#panel/words/use-text.ts'
import { partnersOf } from './partners.ts'
import type { Side } from './use-compare-views.ts'

const NAMES: Record<Side, MessageId> = { 0: 'compare.left', 1: 'compare.right' }

interface PaneHeadingProps {
  side: Side
  photo: Photo
  /** The photo of the other side; it cannot be chosen here. */
  other: Photo
  /** The photos of the turbine. */
  photos: Photo[]
  onChoose: (id: number) => void
}

/** The room, the date and the size of one of the two photos, and the select that shows another one instead. */
export function PaneHeading({ side, photo, other, photos, onChoose }: PaneHeadingProps) {
  const text = useText()
  const dates = useDates()
  return (
    <div className="grid min-w-0 gap-1 px-5 pb-3">
      <NativeSelect
        aria-label={text(NAMES[side])}
        value={photo.id}
        onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
        className="w-full min-w-0 border-lightbox-ink-soft/50 bg-lightbox"
        frameClass="text-lightbox-ink"
      >
        <Options photo={photo} other={other} photos={photos} />
      </NativeSelect>
      <p className="text-note text-lightbox-ink-soft">{facts(text, dates, photo).join('  ·  ')}</p>
    </div>
  )
}

/** The photos that can be chosen. They do not render while the pictures move: a turbine may have thousands of photos. */
const Options = memo(function Options({
  photo,
  other,
  photos,
}: Pick<PaneHeadingProps, 'photo' | 'other' | 'photos'>) {
  const text = useText()
  const partners = partnersOf(photos, other)
  const isOffered = new Set([photo.id, other.id, ...partners.map(({ id }) => id)])
  const others = photos.filter(({ id, thumb_url }) => !isOffered.has(id) && thumb_url !== null)
  const options = (shown: Photo[]) =>
    shown.map((one) => (
      <option key={one.id} value={one.id}>
        {optionWords(text, one)}
      </option>
    ))
  return (
    <>
      {!partners.some(({ id }) => id === photo.id) && options([photo])}
      {partners.length > 0 && <optgroup label={text('compare.samePlace')}>{options(partners)}</optgroup>}
      {others.length > 0 && <optgroup label={text('compare.others')}>{options(others)}</optgroup>}
    </>
  )
})

function facts(text: Text, dates: Dates, photo: Photo): string[] {
  return [
    photo.room && roomName(text, photo.room),
    photo.blade && text('photos.blade', { blade: photo.blade }),
    dates.month(photo.year, photo.month),
    photo.width && photo.height && `${photo.width} × ${photo.height}`,
    sizeWords(text, photo),
  ].filter((fact): fact is string => Boolean(fact))
}

function optionWords(text: Text, { year, room, blade, originalName }: Photo): string {
  return [year, blade, room && roomName(text, room), originalName].filter(Boolean).join(' · ')
}
