import { useRef } from 'react'
import { BLADES, type Blade, type Photo } from '#domain/photo.ts'
import { type PhotoPlace, photosOfBlade } from '#panel/photos/photo-place.ts'
import { Card } from '#panel/ui/card.tsx'
import { useArrowFocus } from '#panel/ui/tables/use-arrow-focus.ts'
import { roomName } from '#panel/words/room-name.ts'
import { useText } from '#panel/words/use-text.ts'
import { MapLegend } from './map-legend.tsx'
import { type BladeCoverage, bladeCoverage, type MapRooms, mapRooms, roomsOfMap } from './map-rooms.ts'
import { DrawnRoom, DrawnSide, EmptyPattern, FurtherRoom } from './room-button.tsx'

interface BladeMapProps {
  /** How many rooms the turbine has. */
  rooms: number
  /** Every blade photo of the turbine. */
  photos: Photo[]
  /** Room and year that are shown of each blade. */
  places: Record<Blade, PhotoPlace>
  onChoose: (blade: Blade, place: PhotoPlace) => void
}

/**
 * The three blades from root to tip, with the number of photos in each room. Choosing a room shows its photos. It is one tab stop;
 * arrow keys move between the rooms.
 */
export function BladeMap({ rooms, photos, places, onChoose }: BladeMapProps) {
  const text = useText()
  const map = useRef<HTMLDivElement>(null)
  const blades = BLADES.map((blade) => {
    const { year } = places[blade]
    const ofBlade = photosOfBlade(photos, blade)
    const layout = mapRooms(
      rooms,
      ofBlade.filter((photo) => photo.year === year),
    )
    return { blade, year, layout, coverage: bladeCoverage(rooms, ofBlade, year) }
  })
  const stops = blades.flatMap(({ blade, layout }) => roomsOfMap(layout).map((room) => stopOf(blade, room)))
  const { active, ...keys } = useArrowFocus(map, stops)
  const empty = blades.reduce((sum, { coverage }) => sum + coverage.empty, 0)

  return (
    <section aria-labelledby="map-title">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id="map-title" className="text-section font-semibold tracking-tight text-ink">
          {text('map.title')}
        </h2>
        <p className="text-body text-ink-soft">
          {blades.every(({ coverage }) => coverage.photos === 0)
            ? text('panorama.noPhotos')
            : text('map.empty', { n: empty })}
        </p>
      </div>
      <Card className="p-5">
        <EmptyPattern />
        <div
          ref={map}
          {...keys}
          className="grid grid-cols-3 items-start gap-x-8 gap-y-6 max-[64rem]:grid-cols-2 max-[40rem]:grid-cols-1"
        >
          {blades.map(({ blade, year, layout, coverage }) => (
            <MappedBlade
              key={blade}
              blade={blade}
              year={year}
              layout={layout}
              coverage={coverage}
              active={active}
              chosen={places[blade].room}
              onChoose={(room) => onChoose(blade, { room, year })}
            />
          ))}
        </div>
        <div className="mt-5 border-t border-hairline pt-3.5">
          <MapLegend />
        </div>
      </Card>
    </section>
  )
}

interface MappedBladeProps {
  blade: Blade
  year: number
  layout: MapRooms
  coverage: BladeCoverage
  chosen: string
  /** The room that the tab key reaches. */
  active: string | undefined
  onChoose: (room: string) => void
}

function MappedBlade({ blade, year, layout, coverage, chosen, active, onChoose }: MappedBladeProps) {
  const text = useText()
  const { counts, photos, rooms, empty } = coverage
  const buttonOf = (room: string) => {
    const count = counts.get(room) ?? 0
    const stop = stopOf(blade, room)
    return {
      room,
      count,
      stop,
      isChosen: room === chosen,
      isTabStop: stop === active,
      label: text('map.room', { blade, room: roomName(text, room), n: count }),
      onChoose: () => onChoose(room),
    }
  }
  return (
    <fieldset className="min-w-0" aria-label={text('map.blade', { blade, year })}>
      <p className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 text-note text-ink-soft">
        <span className="flex items-baseline gap-2">
          <span className="text-lead font-semibold text-ink">{text('photos.blade', { blade })}</span>
          <span>{year}</span>
        </span>
        <span className="flex flex-wrap gap-x-2">
          <span>{text('photos.count', { n: photos })}</span>
          <span aria-hidden className="text-hairline-strong">
            /
          </span>
          <span>{text('map.covered', { done: rooms - empty, total: rooms })}</span>
        </span>
      </p>
      <div className="grid gap-2">
        {layout.sides.map((side) => (
          <DrawnSide key={side.join()} side={side}>
            {(room, place) => <DrawnRoom place={place} {...buttonOf(room)} />}
          </DrawnSide>
        ))}
      </div>
      {layout.further.length > 0 && (
        <div className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-x-1.5 gap-y-2">
          {layout.further.map((room) => (
            <FurtherRoom key={room} {...buttonOf(room)} />
          ))}
        </div>
      )}
    </fieldset>
  )
}

function stopOf(blade: Blade, room: string): string {
  return `${blade} ${room}`
}
