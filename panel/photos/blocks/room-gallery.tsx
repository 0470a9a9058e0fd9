import { useMemo } from 'react'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { inCaptureOrder, type PhotoPlace, photosAt } from '#panel/photos/photo-place.ts'
import { useText } from '#panel/words/use-text.ts'
import { PhotoBlock } from './photo-block.tsx'
import { PlaceSelects } from './place-selects.tsx'

/** The id of the gallery's heading. */
export const GALLERY_HEADING_ID = 'gallery-title'

interface RoomGalleryProps {
  turbine: Turbine
  /** Every blade photo of the turbine. */
  photos: Photo[]
  place: PhotoPlace
  onPlace: (place: PhotoPlace) => void
}

/** The gallery: the photos of all blades for one room and year. */
export function RoomGallery({ turbine, photos, place, onPlace }: RoomGalleryProps) {
  const text = useText()
  const { room, year } = place
  const shown = useMemo(() => inCaptureOrder(photosAt(photos, { room, year })), [photos, room, year])
  return (
    <PhotoBlock
      id={GALLERY_HEADING_ID}
      level={2}
      title={text('photos.gallery.title')}
      turbine={turbine}
      photos={shown}
      showBlade
      empty={text('photos.roomEmpty', { year })}
      selects={<PlaceSelects photos={photos} place={place} onChange={onPlace} />}
    />
  )
}
