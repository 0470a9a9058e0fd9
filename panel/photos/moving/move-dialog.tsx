import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { MOVED_PHOTOS_MAX } from '#domain/limits.ts'
import { findingAddress } from '#domain/panel-addresses.ts'
import { BLADES, type Photo, PhotoCategory } from '#domain/photo.ts'
import type { KeepingFinding, PhotoPlace } from '#domain/pictures/photo-move.ts'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { keepingFindings } from '#panel/data/photos.ts'
import { offeredRooms, offeredYears } from '#panel/photos/photo-place.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { FormDialog } from '#panel/ui/dialogs/form-dialog.tsx'
import { SelectField } from '#panel/ui/fields/select-field.tsx'
import { roomName } from '#panel/words/room-name.ts'
import { useThisYear } from '#panel/words/time-zone.ts'
import { useText } from '#panel/words/use-text.ts'
import { changeOf, choiceOf, lacksRoom, MIXED, movedBy, NONE, optionOf } from './move-choice.ts'
import type { PhotoMoving } from './use-move-photos.ts'

interface MoveDialogProps {
  turbine: Turbine
  /** The photos whose rooms and years are offered. */
  photos: Photo[]
  moving: PhotoMoving
  /** The element that gets the focus afterwards; by default the one that had it before. */
  finalFocus?: (() => HTMLElement | undefined) | undefined
}

/** Asks where photos belong. It begins with where they are, and its button says how many will be moved. Nothing while none are asked about. */
export function MoveDialog(props: MoveDialogProps) {
  return props.moving.asked.length === 0 ? null : <OpenMoveDialog {...props} />
}

function OpenMoveDialog({ turbine, photos, moving, finalFocus }: MoveDialogProps) {
  const text = useText()
  const thisYear = useThisYear()
  const form = useRef<HTMLFormElement>(null)
  const { asked, busy, error } = moving
  const [before] = useState(() => choiceOf(asked))
  const [choice, setChoice] = useState(before)
  const change = changeOf(before, choice)
  const moved = movedBy(asked, change)
  const keeping = keepingFindings(error)

  return (
    <FormDialog
      title={text('move.title', { n: asked.length })}
      submitLabel={text('move.submit', { n: moved.length })}
      submitBlocked={whyBlocked()}
      formRef={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (whyBlocked() === undefined) moving.move({ photos: moved, change })
      }}
      onClose={moving.close}
      onDiscard={() => setChoice(before)}
      isRestored={false}
      busy={busy}
      dirty={false}
      failure={error && !keeping ? errorText(text, error) : undefined}
      failureTitle={text('move.failed')}
      onDismissFailure={moving.dismissError}
      finalFocus={finalFocus}
    >
      {keeping && <Keeping turbine={turbine} {...keeping} onOpen={moving.close} />}
      {renderSelect('category', text('list.type'), categories())}
      {renderSelect('blade', text('photos.bladeChoice'), blades())}
      {renderSelect('room', text('photos.room'), rooms())}
      {renderSelect('year', text('photos.year'), years())}
      <p className="text-note text-pretty text-ink-soft sm:col-span-2">{text('move.findings')}</p>
    </FormDialog>
  )

  function whyBlocked(): string | undefined {
    if (moved.length === 0) return text('move.unchanged')
    if (lacksRoom(moved, change)) return text('move.roomNeeded')
    return moved.length > MOVED_PHOTOS_MAX ? text('move.tooMany', { max: MOVED_PHOTOS_MAX }) : undefined
  }

  function renderSelect(field: keyof PhotoPlace, label: string, options: { value: string; label: string }[]) {
    const mixed = before[field] === MIXED ? [{ value: MIXED, label: text('move.mixed') }] : []
    return (
      <SelectField
        label={label}
        value={choice[field]}
        options={[...mixed, ...options]}
        onChange={(value) => setChoice({ ...choice, [field]: value })}
      />
    )
  }

  function categories() {
    return PhotoCategory.options.map((value) => ({ value, label: text(`category.${value}`) }))
  }

  function blades() {
    const named = BLADES.map((blade) => ({ value: blade, label: text('photos.blade', { blade }) }))
    return [...named, { value: NONE, label: text('photos.bladeless') }]
  }

  function rooms() {
    const named = offeredRooms(photos).map((room) => ({
      value: optionOf('room', room),
      label: roomName(text, room),
    }))
    // A photo of a blade is in a room.
    const isOffered = choice.category !== 'blade' || before.room === NONE
    return isOffered ? [...named, { value: NONE, label: text('move.noRoom') }] : named
  }

  function years() {
    return offeredYears(photos, thisYear).map((year) => ({ value: String(year), label: String(year) }))
  }
}

interface KeepingProps {
  turbine: Turbine
  findings: KeepingFinding[]
  /** How many there are beside these. */
  more: number
  onOpen: () => void
}

/** The published findings that keep their photos where they are. */
function Keeping({ turbine, findings, more, onOpen }: KeepingProps) {
  const text = useText()
  return (
    <div className="sm:col-span-2">
      <Banner tone="error" title={text('move.published', { n: findings.length + more })}>
        {text('move.published.text')}
        <ul className="mt-2 grid max-h-40 gap-1 overflow-y-auto">
          {findings.map(({ id, number, year, photo_name }) => (
            <li key={id} className="wrap-anywhere">
              <Link
                to={`${findingAddress(turbine.id, id)}&year=${year}`}
                onClick={onOpen}
                className="rounded font-medium text-action underline underline-offset-2"
              >
                {number}
              </Link>
              {` · ${year} · ${photo_name}`}
            </li>
          ))}
          {more > 0 && <li>{text('move.published.more', { n: more })}</li>}
        </ul>
      </Banner>
    </div>
  )
}
