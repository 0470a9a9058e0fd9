import { Check } from 'lucide-react'
import type { Photo } from '#domain/photo.ts'
import { endingOfObject } from '#domain/text/turkish.ts'
import { useText } from '#panel/words/use-text.ts'
import { ProgressBar } from './progress-bar.tsx'
import { type PartProgress, progressOf, type RoomProgress } from './room-progress.ts'

/** The greatest number of rooms of a part that are shown at once. */
const SHOWN_ROOMS = 12

interface InspectedRoomsProps {
  /** The photos of the year, in the order in which they are looked at. */
  photos: readonly Photo[]
  roomName: (room: string) => string
  /** Opens a photo that nobody has looked at. */
  onOpen: (photo: Photo) => void
}

/** How many photos of each blade and each of its rooms somebody has looked at. A room opens its first photo that nobody has looked at. */
export function InspectedRooms({ photos, roomName, onOpen }: InspectedRoomsProps) {
  const text = useText()
  const parts = progressOf(photos)
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(15rem,1fr))] gap-x-8 gap-y-4">
      {parts.map((part) => {
        const name = nameOf(part)
        const words = text('inspection.looked.of', { n: part.done, total: part.total })
        return (
          <li key={name} className="min-w-0">
            <p className="mb-1.5 flex justify-between gap-3 text-body">
              <span className="font-medium text-ink">{name}</span>
              <span className="text-ink-soft tabular-nums">{words}</span>
            </p>
            <ProgressBar done={part.done} total={part.total} />
            <Rooms part={part} name={name} roomName={roomName} onOpen={onOpen} />
          </li>
        )
      })}
    </ul>
  )

  function nameOf({ category, blade }: PartProgress) {
    if (category !== 'blade') return text(`category.${category}`)
    return blade === null ? text('photos.bladeless') : text('photos.blade', { blade })
  }
}

/** The rooms of a part. Many rooms are behind a click, because the page below them would begin far down. */
function Rooms({
  part,
  name,
  roomName,
  onOpen,
}: Omit<InspectedRoomsProps, 'photos'> & { part: PartProgress; name: string }) {
  const text = useText()
  const { rooms } = part
  if (rooms.length === 0) return null
  const list = (
    <ul className="mt-2 flex flex-wrap gap-1">
      {rooms.map((room) => (
        <li key={room.room}>
          <Room name={roomName(room.room)} part={name} room={room} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
  if (rooms.length <= SHOWN_ROOMS) return list
  return (
    <details className="mt-2">
      <summary className="w-fit cursor-pointer rounded text-caption text-ink-soft hover:text-ink">
        {text('inspection.looked.rooms', { n: rooms.length })}
      </summary>
      {list}
    </details>
  )
}

interface RoomProps {
  name: string
  part: string
  room: RoomProgress
  onOpen: (photo: Photo) => void
}

function Room({ name, part, room, onOpen }: RoomProps) {
  const text = useText()
  const { done, total, unlooked } = room
  const [first] = unlooked
  const label = text('inspection.looked.room', {
    part,
    room: name,
    n: done,
    total,
    ending: endingOfObject(done),
  })
  const words = (
    <span aria-hidden className="flex gap-1.5">
      {name}
      <span className="text-ink-soft">
        {done} / {total}
      </span>
    </span>
  )
  const look = 'inline-flex h-6 items-center gap-1.5 rounded border px-1.5 text-caption tabular-nums'
  if (!first) {
    return (
      <span className={`${look} border-transparent bg-surface-sunken text-ink-soft`}>
        <Check aria-hidden className="size-3 text-green" strokeWidth={3} />
        <span className="sr-only">{label}</span>
        {words}
      </span>
    )
  }
  return (
    <button
      type="button"
      onClick={() => onOpen(first)}
      className={`${look} cursor-pointer border-hairline bg-surface text-ink transition-colors hover:border-hairline-strong hover:bg-surface-sunken`}
    >
      <span className="sr-only">{label}</span>
      {words}
    </button>
  )
}
