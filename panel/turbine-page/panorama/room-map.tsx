import { useEffect, useRef } from 'react'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'
import { mapRooms, roomsOfMap } from '#panel/photos/map/map-rooms.ts'
import { DrawnRoom, DrawnSide, EmptyPattern, FurtherRoom } from '#panel/photos/map/room-button.tsx'
import { useArrowFocus } from '#panel/ui/tables/use-arrow-focus.ts'
import { roomName } from '#panel/words/room-name.ts'
import { useText } from '#panel/words/use-text.ts'
import { bladeName, NO_BLADE, type PanoramaPlace } from './panorama-place.ts'

interface RoomMapProps {
  turbine: Turbine
  /** The photos of the blade. */
  photos: Photo[]
  place: PanoramaPlace
  view: PanoramaView | undefined
  onRoom: (room: string) => void
}

/** The map of the rooms of a blade. It marks the current room, and an arrow in it shows the direction of view. A click opens another room. */
export function RoomMap({ turbine, photos, place, view, onRoom }: RoomMapProps) {
  const text = useText()
  const map = useRef<HTMLFieldSetElement>(null)
  const { blade, room: current } = place
  const name = bladeName(text, blade)
  const layout = mapRooms(turbine.rooms, photos)
  const { sides, further } = layout
  const { active, ...keys } = useArrowFocus(map, roomsOfMap(layout))
  const roomOf = (room: string) => {
    const count = photos.filter((photo) => photo.room === room).length
    return {
      room,
      count,
      stop: room,
      isChosen: room === current,
      isTabStop: room === active,
      label: text('panorama.map.room', { blade: name, room: roomName(text, room), n: count }),
      onChoose: () => onRoom(room),
    }
  }
  const here = (room: string) => room === current && <DirectionArrow view={view} />
  return (
    <fieldset
      ref={map}
      {...keys}
      aria-label={blade === NO_BLADE ? name : text('panorama.map', { blade })}
      className="grid min-w-0 gap-1.5"
    >
      <EmptyPattern />
      {sides.map((side) => (
        <DrawnSide key={side.join()} side={side}>
          {(room, place) => (
            <>
              <DrawnRoom place={place} {...roomOf(room)} />
              {here(room)}
            </>
          )}
        </DrawnSide>
      ))}
      {further.length > 0 && (
        <div className="grid grid-cols-4 gap-1">
          {further.map((room) => (
            <div key={room} className="relative min-w-0">
              <FurtherRoom {...roomOf(room)} />
              {here(room)}
            </div>
          ))}
        </div>
      )}
    </fieldset>
  )
}

/** The arrow in the current room. It turns with the view; upwards is the middle of the whole sphere. */
function DirectionArrow({ view }: { view: PanoramaView | undefined }) {
  const arrow = useRef<SVGSVGElement>(null)
  useEffect(() => {
    const turn = () => arrow.current?.style.setProperty('rotate', `${view?.direction.yaw ?? 0}deg`)
    turn()
    return view?.onMove(turn)
  }, [view])
  return (
    <svg
      ref={arrow}
      viewBox="-20 -20 40 40"
      aria-hidden="true"
      data-gaze
      className="pointer-events-none absolute top-7 left-1/2 size-11 -translate-1/2"
    >
      <path d="M0 0L-10 -17A20 20 0 0 1 10 -17Z" className="fill-amber/70" />
      <circle r="6" className="fill-amber stroke-surface" strokeWidth="2" />
    </svg>
  )
}
