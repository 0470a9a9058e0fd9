import { useSignals } from '@preact/signals-react/runtime'
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { SelectField } from '#panel/ui/fields/select-field.tsx'
import { roomName } from '#panel/words/room-name.ts'
import { useText } from '#panel/words/use-text.ts'
import {
  bladeName,
  offeredBlades,
  offeredRooms,
  type PanoramaPlace,
  type PlaceBlade,
  photosOf,
  roomAfter,
} from './panorama-place.ts'
import { RoomMap } from './room-map.tsx'
import { isSidebarOpen } from './sidebar-choice.ts'

export const SIDEBAR_ID = 'panorama-sidebar'

interface PanoramaSidebarProps {
  turbine: Turbine
  photos: Photo[]
  place: PanoramaPlace
  view: PanoramaView | undefined
  onRoom: (room: string | undefined, blade?: PlaceBlade) => void
}

/** The sidebar: the choice of blade and room, and the map of the blade. If the choice is closed, only the map is shown. */
export function PanoramaSidebar({ turbine, photos, place, view, onRoom }: PanoramaSidebarProps) {
  useSignals()
  const text = useText()
  const { blade, room } = place
  const ofBlade = photosOf(photos, blade)
  const count = (some: Photo[], at: string) => some.filter((photo) => photo.room === at).length
  const rooms = [...new Set([...offeredRooms(ofBlade, turbine.rooms), room])]
  return (
    <aside
      id={SIDEBAR_ID}
      data-controls
      aria-label={text('panorama.places')}
      className="pointer-events-auto absolute top-19 left-4 flex max-h-[calc(100%-11rem)] w-64 flex-col gap-3 overflow-y-auto rounded border border-hairline bg-surface p-4 text-ink shadow-raised"
    >
      {isSidebarOpen.value && (
        <>
          <SelectField
            label={text('photos.bladeChoice')}
            value={blade}
            options={offeredBlades(photos).map((one) => ({
              value: one,
              label: bladeName(text, one),
              count: photosOf(photos, one).length,
            }))}
            onChange={(next) => onRoom(room, next)}
          />
          <div className="flex items-end gap-1">
            <SelectField
              label={text('photos.room')}
              value={room}
              options={rooms.map((one) => ({
                value: one,
                label: roomName(text, one),
                count: count(ofBlade, one),
              }))}
              onChange={(next) => onRoom(next)}
              className="flex-1"
            />
            <IconButton
              label={text('panorama.previousRoom')}
              icon={ChevronUp}
              aria-keyshortcuts="PageUp"
              onClick={() => onRoom(roomAfter(photos, place, -1))}
            />
            <IconButton
              label={text('panorama.nextRoom')}
              icon={ChevronDown}
              aria-keyshortcuts="PageDown"
              onClick={() => onRoom(roomAfter(photos, place, 1))}
            />
          </div>
        </>
      )}
      <RoomMap turbine={turbine} photos={ofBlade} place={place} view={view} onRoom={onRoom} />
    </aside>
  )
}
