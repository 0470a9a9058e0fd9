import { BLADES, type Blade, type PhotoCategory } from '#domain/photo.ts'
import { SECTION_CATEGORIES } from '#panel/photos/place-address.ts'
import { NativeSelect } from '#panel/ui/fields/native-select.tsx'
import { roomName } from '#panel/words/room-name.ts'
import { useText } from '#panel/words/use-text.ts'
import type { FlightChoices, FlightFile, FlightGroup, FlightPlace } from './flight-groups.ts'
import { GroupFiles, GroupSummary } from './group-files.tsx'

interface FlightTableProps {
  groups: readonly FlightGroup[]
  choices: FlightChoices
  /** The ids of the selected groups. */
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  /** Changes a group, and with it the other selected ones if it is one of them. */
  onChange: (id: string, change: Partial<FlightPlace>) => void
  onSplit: (id: string, files: ReadonlySet<FlightFile>) => void
}

const HEAD_CLASS = 'px-2 py-1.5 text-left text-note font-medium text-ink-soft'

/** The groups of a flight, with the place of each one. */
export function FlightTable(props: FlightTableProps) {
  const text = useText()
  const { groups, selected, onSelect } = props
  const isAll = groups.every(({ id }) => selected.has(id))
  return (
    <table className="w-full table-fixed border-collapse sm:col-span-2">
      <thead>
        <tr className="border-b border-hairline">
          <th scope="col" className="w-9 py-1.5 text-left">
            <input
              type="checkbox"
              aria-label={text('flight.selectAll')}
              checked={isAll}
              onChange={() => onSelect(new Set(isAll ? [] : groups.map(({ id }) => id)))}
              className="size-4 accent-action"
            />
          </th>
          <th scope="col" className={HEAD_CLASS}>
            {text('flight.group')}
          </th>
          <th scope="col" className={`${HEAD_CLASS} w-32`}>
            {text('photos.bladeChoice')}
          </th>
          <th scope="col" className={`${HEAD_CLASS} w-44`}>
            {text('flight.place')}
          </th>
          <th scope="col" className={`${HEAD_CLASS} w-28`}>
            {text('photos.year')}
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <GroupRow key={group.id} group={group} {...props} />
        ))}
      </tbody>
    </table>
  )
}

function GroupRow({
  group,
  choices,
  selected,
  onSelect,
  onChange,
  onSplit,
}: FlightTableProps & { group: FlightGroup }) {
  const text = useText()
  const { id, path, files, place } = group
  const name = path || files[0]?.file.name || ''
  const room = place.category === 'blade' ? place.room && `room/${place.room}` : place.category
  return (
    <tr className="border-b border-hairline align-top">
      <td className="py-3">
        <input
          type="checkbox"
          aria-label={text('flight.select', { name })}
          checked={selected.has(id)}
          onChange={() => onSelect(toggled(selected, id))}
          className="size-4 accent-action"
        />
      </td>
      <td className="px-2 py-2.5">
        <GroupSummary group={group}>
          <GroupFiles files={files} onSplit={(taken) => onSplit(id, taken)} />
        </GroupSummary>
      </td>
      <td className="px-2 py-2.5">
        <PlaceSelect
          label={text('flight.blade.of', { name })}
          value={place.blade}
          onChange={(blade) => onChange(id, { blade: blade as Blade })}
        >
          {BLADES.map((blade) => (
            <option key={blade} value={blade}>
              {text('photos.blade', { blade })}
            </option>
          ))}
        </PlaceSelect>
      </td>
      <td className="px-2 py-2.5">
        <PlaceSelect
          label={text('flight.place.of', { name })}
          value={room}
          onChange={(value) => onChange(id, partOf(value))}
        >
          <optgroup label={text('flight.rooms')}>
            {choices.rooms.map((each) => (
              <option key={each} value={`room/${each}`}>
                {roomName(text, each)}
              </option>
            ))}
          </optgroup>
          <optgroup label={text('flight.others')}>
            {SECTION_CATEGORIES.map((category) => (
              <option key={category} value={category}>
                {text(`category.${category}`)}
              </option>
            ))}
          </optgroup>
        </PlaceSelect>
      </td>
      <td className="px-2 py-2.5">
        <PlaceSelect
          label={text('flight.year.of', { name })}
          value={String(place.year)}
          onChange={(year) => onChange(id, { year: Number(year) })}
        >
          {choices.years.map((year) => (
            <option key={year} value={year}>
              {year}
            </option>
          ))}
        </PlaceSelect>
      </td>
    </tr>
  )
}

interface PlaceSelectProps {
  label: string
  /** Undefined until a person has chosen one. */
  value: string | undefined
  onChange: (value: string) => void
  children: React.ReactNode
}

/** A select that says that something has to be chosen. */
function PlaceSelect({ label, value, onChange, children }: PlaceSelectProps) {
  const text = useText()
  const look = value === undefined ? 'border-amber bg-amber-soft' : 'border-hairline bg-surface'
  return (
    <NativeSelect
      aria-label={label}
      aria-invalid={value === undefined}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      className={`w-full text-ink ${look}`}
      frameClass="w-full"
    >
      {value === undefined && (
        <option value="" disabled>
          {text('flight.choose')}
        </option>
      )}
      {children}
    </NativeSelect>
  )
}

/** The part of a place that an option says: a room of a blade, or another kind of photos. */
function partOf(value: string): Partial<FlightPlace> {
  const room = /^room\/(.*)$/.exec(value)?.[1]
  return room === undefined
    ? { category: value as PhotoCategory, room: undefined }
    : { category: 'blade', room }
}

function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}
