import { useId } from 'react'
import { useText } from '#panel/words/use-text.ts'
import { roomName } from './photo-place.ts'

interface RoomMapProps {
  rooms: string[]
  /** Photos of each room in the chosen year. */
  counts: Map<string, number>
  chosen: string
  disabled: boolean
  onChoose: (room: string) => void
}

/** All rooms, five in a row. Rooms with photos are highlighted. */
export function RoomMap({ rooms, counts, chosen, disabled, onChoose }: RoomMapProps) {
  const text = useText()
  const name = useId()
  return (
    <fieldset disabled={disabled} className="grid grid-cols-5 gap-1 disabled:opacity-55">
      <legend className="sr-only">{text('photos.map')}</legend>
      {rooms.map((room) => {
        const count = counts.get(room) ?? 0
        const label = text('photos.map.room', { room: roomName(text, room), n: count })
        return (
          <label key={room} title={label} className="relative cursor-pointer">
            <input
              type="radio"
              name={name}
              value={room}
              aria-label={label}
              checked={room === chosen}
              onChange={() => onChoose(room)}
              className="peer absolute inset-0 cursor-pointer appearance-none rounded outline-offset-1"
            />
            <span
              aria-hidden
              className={`grid h-8 place-items-center overflow-hidden rounded border px-0.5 text-caption transition-colors peer-checked:border-action peer-checked:bg-action peer-checked:font-medium peer-checked:text-on-action ${count > 0 ? 'border-action/25 bg-action-soft font-medium text-action hover:border-action' : 'border-hairline text-ink-faint hover:border-hairline-strong'}`}
            >
              <span className="max-w-full truncate">{room}</span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
