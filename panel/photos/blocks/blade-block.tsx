import { useMemo } from 'react'
import type { Blade, Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { bladeOutbox } from '#panel/outbox/outboxes.ts'
import { inCaptureOrder, type PhotoPlace, photosAt, photosOfBlade } from '#panel/photos/photo-place.ts'
import { useText } from '#panel/words/use-text.ts'
import { PlaceSelects } from './place-selects.tsx'
import { UploadBlock } from './upload-block.tsx'

interface BladeBlockProps {
  turbine: Turbine
  blade: Blade
  /** Every blade photo of the turbine. */
  photos: Photo[]
  place: PhotoPlace
  onPlace: (place: PhotoPlace) => void
}

/** The id of the heading of a blade's block. */
export function bladeHeadingId(blade: Blade): string {
  return `blade-${blade}`
}

/** The block of one blade: it selects room and year, shows the photos, and uploads new ones. */
export function BladeBlock({ turbine, blade, photos, place, onPlace }: BladeBlockProps) {
  const text = useText()
  const { room, year } = place
  const ofBlade = useMemo(() => photosOfBlade(photos, blade), [photos, blade])
  const shown = useMemo(() => inCaptureOrder(photosAt(ofBlade, { room, year })), [ofBlade, room, year])
  return (
    <UploadBlock
      id={bladeHeadingId(blade)}
      level={3}
      title={text('photos.blade', { blade })}
      turbine={turbine}
      photos={shown}
      empty={text('photos.roomEmpty', { year })}
      selects={<PlaceSelects photos={ofBlade} place={place} onChange={onPlace} />}
      outboxName={bladeOutbox(turbine.id, blade)}
      addLabel={text('photos.add.label', { blade })}
      target={{ turbineId: turbine.id, category: 'blade', blade, room, year }}
    />
  )
}
