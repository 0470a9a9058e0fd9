import type { ReactNode } from 'react'
import { BLADE_LENGTH, BLADE_OUTLINE, BLADE_WIDTH } from '#panel/ui/drawings/blade-outline.ts'
import { roomName } from '#panel/words/room-name.ts'
import { useText } from '#panel/words/use-text.ts'
import { type MapRooms, ROOMS_OF_SIDE, type Tint, tintOf } from './map-rooms.ts'

/** The pattern of rooms without photos. */
export const EMPTY_PATTERN = 'room-without-photos'

const FILLS: Record<Exclude<Tint, 'none'>, string> = {
  few: 'fill-action/20',
  some: 'fill-action/45',
  many: 'fill-action',
}
const GROUNDS: Record<Tint, string> = {
  none: 'border-hairline-strong bg-[repeating-linear-gradient(120deg,transparent_0_4px,var(--hairline)_4px_5px)] text-ink',
  few: 'border-hairline-strong bg-action/20 text-ink',
  some: 'border-hairline-strong bg-action/45 text-ink',
  many: 'border-hairline-strong bg-action text-on-action',
}
/** The vertical position of the middle of the outline at root, mid and tip, as a class. */
const MIDDLES = ['top-[51%]', 'top-[57%]', 'top-[67%]']

/** Defines the pattern of rooms without photos; a map has it once. */
export function EmptyPattern() {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      <pattern
        id={EMPTY_PATTERN}
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <path d="M0 0V5" className="stroke-hairline-strong" strokeWidth="1.4" strokeOpacity="0.55" />
      </pattern>
    </svg>
  )
}

interface RoomButtonProps {
  room: string
  count: number
  /** The name for screen readers, with the blade and the number of photos. */
  label: string
  isChosen: boolean
  /** True for the room that the tab key reaches. */
  isTabStop: boolean
  stop: string
  onChoose: () => void
}

interface DrawnSideProps {
  side: MapRooms['sides'][number]
  /** Draws a room. @param place 0 for the root, 1 for the middle, 2 for the tip */
  children: (room: string, place: number) => ReactNode
}

/** The rooms of a side, each at its place along the blade; the place of a room that does not exist stays free. */
export function DrawnSide({ side, children }: DrawnSideProps) {
  return (
    <div className="grid grid-cols-3 gap-0.5">
      {side.map(
        (room, place) =>
          room !== undefined && (
            <div key={room} className="relative min-w-0" style={{ gridColumn: place + 1 }}>
              {children(room, place)}
            </div>
          ),
      )}
    </div>
  )
}

/** A room as a part of the blade: its slice of the outline with the number of photos, and its name below. */
export function DrawnRoom({ place, ...room }: RoomButtonProps & { place: number }) {
  const tint = tintOf(room.count)
  const width = BLADE_LENGTH / ROOMS_OF_SIDE
  return (
    <MapButton {...room} className="block w-full min-w-0">
      <span className="relative block h-14">
        <svg
          aria-hidden="true"
          viewBox={`${place * width} 0 ${width} ${BLADE_WIDTH}`}
          preserveAspectRatio="none"
          className="size-full"
        >
          <path d={BLADE_OUTLINE} className="fill-surface" />
          <path
            d={BLADE_OUTLINE}
            vectorEffect="non-scaling-stroke"
            {...(tint === 'none' && { fill: `url(#${EMPTY_PATTERN})` })}
            className={`stroke-hairline-strong transition-[fill-opacity] group-hover/room:stroke-action ${tint === 'none' ? '' : FILLS[tint]}`}
          />
        </svg>
        <span
          className={`absolute left-1/2 -translate-1/2 px-0.5 text-body leading-4 font-semibold ${MIDDLES[place]} ${tint === 'many' ? 'text-on-action' : 'text-ink'} ${tint === 'none' ? 'rounded-full bg-surface px-1.5' : ''}`}
        >
          {room.count}
        </span>
      </span>
      <RoomCaption room={room.room} isChosen={room.isChosen} />
    </MapButton>
  )
}

/** A room that is not drawn: its name and the number of photos in a small box. */
export function FurtherRoom(room: RoomButtonProps) {
  const tint = tintOf(room.count)
  return (
    <MapButton {...room} className="min-w-0">
      <span
        className={`grid h-8 place-items-center rounded border text-body leading-4 font-semibold transition-colors group-hover/room:border-action ${GROUNDS[tint]}`}
      >
        <span className={room.count === 0 ? 'rounded-full bg-surface px-1.5' : ''}>{room.count}</span>
      </span>
      <RoomCaption room={room.room} isChosen={room.isChosen} />
    </MapButton>
  )
}

function RoomCaption({ room, isChosen }: { room: string; isChosen: boolean }) {
  const text = useText()
  return (
    <span
      className={`mx-auto mt-1 block w-fit max-w-full truncate rounded px-1.5 text-caption ${isChosen ? 'bg-action font-semibold text-on-action' : 'text-ink-soft group-hover/room:text-ink'}`}
    >
      {roomName(text, room)}
    </span>
  )
}

interface MapButtonProps extends RoomButtonProps {
  className: string
  children: ReactNode
}

function MapButton({ label, isChosen, isTabStop, stop, onChoose, className, children }: MapButtonProps) {
  return (
    <button
      type="button"
      data-stop={stop}
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isChosen}
      onClick={onChoose}
      className={`group/room relative cursor-pointer rounded text-center ${className}`}
    >
      {/* The visible parts have another order, so they are hidden from screen readers. */}
      <span className="sr-only">{label}</span>
      <span aria-hidden>{children}</span>
    </button>
  )
}
