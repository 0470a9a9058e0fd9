import { useQuery } from '@tanstack/react-query'
import { FolderInput, ListOrdered, Merge } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { photosQuery } from '#panel/data/photos.ts'
import { offeredRooms, offeredYears } from '#panel/photos/photo-place.ts'
import { Button } from '#panel/ui/button.tsx'
import { FormDialog } from '#panel/ui/dialogs/form-dialog.tsx'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import { useThisYear } from '#panel/words/time-zone.ts'
import { useText } from '#panel/words/use-text.ts'
import { targetWords, type UploadTarget } from '../upload-target.ts'
import { changePlaces, fillRooms, joinGroups, splitGroup } from './flight-edit.ts'
import { type FlightFile, type FlightGroup, groupFlight, targetOf } from './flight-groups.ts'
import { FlightTable } from './flight-table.tsx'
import type { AskedFlight, FlightTargets } from './use-flight.ts'

interface FlightDialogProps {
  turbineId: number
  asked: AskedFlight
  /** Stages the files of each group for its place, and closes the dialog. */
  onStage: (groups: FlightTargets) => Promise<void>
  /** Closes the dialog: the person agrees to stage none of the files. */
  onClose: () => void
}

const NONE: ReadonlySet<string> = new Set()

/** Shows to which places the photos of a flight will belong. Groups can be corrected, split and joined. */
export default function FlightDialog({ turbineId, asked, onStage, onClose }: FlightDialogProps) {
  const text = useText()
  const thisYear = useThisYear()
  const { data: photos = [] } = useQuery(photosQuery(turbineId))
  // What the table shows stays the same while it is open.
  const [choices] = useState(() => ({ rooms: offeredRooms(photos), years: offeredYears(photos, thisYear) }))
  const [first] = useState(() => asked.groups ?? groupFlight(asked.files, asked.drop, choices))
  const [groups, setGroups] = useState(first)
  const [selected, setSelected] = useState(NONE)
  const [isBusy, setBusy] = useState(false)
  const isStaged = asked.groups !== undefined
  const isDirty = !isStaged || groups !== first
  useUnsavedWork(isDirty, 'changes', { discard: onClose })
  const targets = groups.flatMap(({ files, place }) => {
    const target = targetOf(turbineId, place)
    return target ? [{ files, target }] : []
  })
  const open = groups.length - targets.length
  const n = groups.reduce((sum, { files }) => sum + files.length, 0)
  const here = 'category' in asked.drop ? asked.drop : undefined
  const chosenRoom = groups.find(({ id }) => selected.has(id))?.place.room

  async function stage(chosen: FlightTargets) {
    setBusy(true)
    await onStage(chosen)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void stage(targets)
  }
  function edit(changed: FlightGroup[]) {
    setGroups(changed)
    const ids = new Set(changed.map(({ id }) => id))
    setSelected((now) => new Set([...now].filter((id) => ids.has(id))))
  }
  function stageHere(target: UploadTarget) {
    void stage([{ files: groups.flatMap(({ files }) => files), target }])
  }

  return (
    <FormDialog
      title={text(isStaged ? 'flight.edit.title' : 'flight.title')}
      submitLabel={isStaged ? text('flight.edit.submit') : text('folders.submit', { n })}
      submitBlocked={open > 0 ? text('flight.open', { n: open }) : undefined}
      onSubmit={submit}
      onClose={onClose}
      onDiscard={() => {}}
      {...(!isStaged && {
        discardWords: {
          title: text('folders.discard.title'),
          text: text('folders.discard.text', { n }),
          confirm: text('folders.discard.confirm'),
          stay: text('folders.discard.stay'),
        },
      })}
      isWide
      isRestored={false}
      busy={isBusy}
      dirty={isDirty}
      onDismissFailure={() => {}}
      formRef={null}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-2">
        <p className="min-w-0 flex-1 basis-80 text-body text-ink-soft">{text('flight.text')}</p>
        {here && (
          <Button
            icon={FolderInput}
            blocked={isBusy ? text('blocked.sending') : undefined}
            onClick={() => stageHere(here)}
          >
            {text('folders.allHere', { place: targetWords(text, here) })}
          </Button>
        )}
      </div>
      <div className="sticky -top-5 z-table-head -my-2 flex min-h-13 flex-wrap items-center gap-2 bg-surface py-2 sm:col-span-2">
        <p role="status" className="mr-auto text-note text-ink-soft">
          {selected.size > 1
            ? text('flight.selected', { n: selected.size })
            : text('flight.groups', { n: groups.length, open })}
        </p>
        {selected.size > 0 && (
          <>
            <Button
              size="small"
              icon={ListOrdered}
              blocked={fillBlocked()}
              onClick={() => edit(fillRooms(groups, selected, choices.rooms))}
            >
              {text('flight.fill')}
            </Button>
            <Button
              size="small"
              icon={Merge}
              blocked={selected.size < 2 ? text('flight.selectTwo') : undefined}
              onClick={() => edit(joinGroups(groups, selected))}
            >
              {text('flight.join')}
            </Button>
          </>
        )}
      </div>
      <FlightTable
        groups={groups}
        choices={choices}
        selected={selected}
        onSelect={setSelected}
        onChange={(id, change) =>
          edit(changePlaces(groups, selected.has(id) ? selected : new Set([id]), change))
        }
        onSplit={(id, files: ReadonlySet<FlightFile>) => edit(splitGroup(groups, id, files))}
      />
    </FormDialog>
  )

  function fillBlocked(): string | undefined {
    if (selected.size < 2) return text('flight.selectTwo')
    return chosenRoom === undefined ? text('flight.fill.first') : undefined
  }
}
