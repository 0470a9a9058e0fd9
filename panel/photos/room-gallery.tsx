import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { useText } from '#panel/words/use-text.ts'
import { PhotoGrid } from './photo-grid.tsx'
import { photosAt, roomName } from './photo-place.ts'
import { usePlace } from './place-address.ts'
import { PlacePicker } from './place-picker.tsx'

interface RoomGalleryProps {
  turbine: Turbine
  photos: Photo[]
}

/** The gallery: the photos of all blades for one room and year. */
export function RoomGallery({ turbine, photos }: RoomGalleryProps) {
  const text = useText()
  const [place, setPlace] = usePlace(undefined, photos)
  const shown = photosAt(photos, place)

  if (photos.length === 0) {
    return <EmptyState title={text('photos.none')}>{text('photos.none.text')}</EmptyState>
  }
  return (
    <div className="grid grid-cols-[280px_1fr] rounded border border-hairline bg-surface">
      <div className="border-r border-hairline p-6">
        <PlacePicker photos={photos} place={place} onChange={setPlace} />
      </div>
      <div className="min-w-0 p-6">
        <p className="mb-4 flex items-baseline justify-between gap-4 text-body leading-8 text-ink-soft">
          <span>
            <span className="font-medium text-ink">{roomName(text, place.room)}</span>
            <span className="mx-2 text-ink-faint">·</span>
            {place.year}
          </span>
          <span>{text('photos.count', { n: shown.length })}</span>
        </p>
        {shown.length === 0 ? (
          <p className="py-16 text-center text-body text-ink-faint">{text('photos.roomEmpty')}</p>
        ) : (
          <PhotoGrid turbine={turbine} photos={shown} showBlade />
        )}
      </div>
    </div>
  )
}
