import type { Photo } from '#domain/photo.ts'
import { SelectField } from '#panel/ui/select-field.tsx'
import { useText } from '#panel/words/use-text.ts'
import {
  countByRoom,
  countByYear,
  offeredRooms,
  offeredYears,
  type PhotoPlace,
  roomName,
} from './photo-place.ts'
import { RoomMap } from './room-map.tsx'

interface PlacePickerProps {
  /** The photos whose rooms and years are counted. */
  photos: Photo[]
  place: PhotoPlace
  onChange: (place: PhotoPlace) => void
  disabled?: boolean
}

/** Selects for room and year, with the number of photos of each. */
export function PlacePicker({ photos, place, onChange, disabled = false }: PlacePickerProps) {
  const text = useText()
  const rooms = offeredRooms(photos)
  const perRoom = countByRoom(photos, place.year)
  const perYear = countByYear(photos)
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-[1fr_88px] gap-2">
        <SelectField
          label={text('photos.room')}
          value={place.room}
          disabled={disabled}
          onChange={(room) => onChange({ ...place, room })}
          options={rooms.map((room) => ({
            value: room,
            label: roomName(text, room),
            count: perRoom.get(room) ?? 0,
          }))}
        />
        <SelectField
          label={text('photos.year')}
          value={String(place.year)}
          disabled={disabled}
          onChange={(year) => onChange({ ...place, year: Number(year) })}
          options={offeredYears(photos, new Date()).map((year) => ({
            value: String(year),
            label: String(year),
            count: perYear.get(year) ?? 0,
          }))}
        />
      </div>
      <RoomMap
        rooms={rooms}
        counts={perRoom}
        chosen={place.room}
        disabled={disabled}
        onChoose={(room) => onChange({ ...place, room })}
      />
    </div>
  )
}
