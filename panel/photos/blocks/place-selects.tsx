import type { Photo } from '#domain/photo.ts'
import { countByRoom, countByYear, offeredRooms, type PhotoPlace } from '#panel/photos/photo-place.ts'
import { FilterSelect } from '#panel/ui/fields/filter-select.tsx'
import { roomName } from '#panel/words/room-name.ts'
import { useText } from '#panel/words/use-text.ts'
import { YearSelect } from './year-select.tsx'

interface PlaceSelectsProps {
  /** The photos whose rooms and years are offered and counted. */
  photos: Photo[]
  place: PhotoPlace
  onChange: (place: PhotoPlace) => void
}

/** Selects for room and year. The rooms show their photos of the year, and the years show the photos of the room. */
export function PlaceSelects({ photos, place, onChange }: PlaceSelectsProps) {
  const text = useText()
  const perRoom = countByRoom(photos, place.year)
  return (
    <>
      <FilterSelect
        label={text('photos.room')}
        value={place.room}
        onChange={(room) => room && onChange({ ...place, room })}
        options={offeredRooms(photos).map((room) => ({
          value: room,
          label: roomName(text, room),
          count: perRoom.get(room) ?? 0,
        }))}
      />
      <YearSelect
        photos={photos}
        counts={countByYear(photos.filter(({ room }) => room === place.room))}
        year={place.year}
        onChange={(year) => onChange({ ...place, year })}
      />
    </>
  )
}
