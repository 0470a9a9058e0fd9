import { useQuery } from '@tanstack/react-query'
import { Folder, FolderInput } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { photosQuery } from '#panel/data/photos.ts'
import type { PickedFile } from '#panel/outbox/picked-files.ts'
import { offeredRooms } from '#panel/photos/photo-place.ts'
import { Button } from '#panel/ui/button.tsx'
import { FormDialog } from '#panel/ui/dialogs/form-dialog.tsx'
import { NativeSelect } from '#panel/ui/fields/native-select.tsx'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import { useText } from '#panel/words/use-text.ts'
import { type FolderGroup, groupByFolder } from './folder-groups.ts'
import { placeWords, targetGroups, targetKey } from './target-choice.ts'
import type { UploadTarget } from './upload-target.ts'

interface FolderDialogProps {
  files: PickedFile[]
  /** Where they were dropped. */
  drop: UploadTarget
  /** Stages the files of each folder for a place, and closes the dialog. */
  onStage: (groups: Pick<FolderGroup, 'files' | 'target'>[]) => Promise<void>
  /** Closes the dialog: the person agrees to stage none of the files. */
  onClose: () => void
}

/** Shows to which places the photos of folders will belong, as their names say. Each can be changed, or all go to the place of the drop. */
export function FolderDialog({ files, drop, onStage, onClose }: FolderDialogProps) {
  const text = useText()
  const { data: photos = [] } = useQuery(photosQuery(drop.turbineId))
  // What the list shows stays the same while it is open.
  const [rooms] = useState(() => offeredRooms(photos))
  const [groups, setGroups] = useState(() => groupByFolder(files, drop, rooms))
  const [isBusy, setBusy] = useState(false)
  useUnsavedWork(true, 'changes', { discard: onClose })
  const places = useMemo(() => targetGroups(text, drop, rooms), [text, drop, rooms])
  const options = places.map(({ label, targets }) => (
    <optgroup key={label} label={label}>
      {targets.map((target) => (
        <option key={targetKey(target)} value={targetKey(target)}>
          {placeWords(text, target)}
        </option>
      ))}
    </optgroup>
  ))

  async function stage(chosen: FolderGroup[]) {
    setBusy(true)
    await onStage(chosen)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void stage(groups)
  }
  function choose(path: string, key: string) {
    const target = places.flatMap(({ targets }) => targets).find((one) => targetKey(one) === key)
    if (target)
      setGroups(groups.map((group) => (group.path === path ? { ...group, target, isNamed: true } : group)))
  }

  return (
    <FormDialog
      title={text('folders.title')}
      submitLabel={text('folders.submit', { n: files.length })}
      onSubmit={submit}
      onClose={onClose}
      onDiscard={() => {}}
      discardWords={{
        title: text('folders.discard.title'),
        text: text('folders.discard.text', { n: files.length }),
        confirm: text('folders.discard.confirm'),
        stay: text('folders.discard.stay'),
      }}
      isRestored={false}
      busy={isBusy}
      dirty
      onDismissFailure={() => {}}
      formRef={null}
    >
      <p className="text-body text-ink-soft sm:col-span-2">
        {text('folders.text', { year: String(drop.year) })}
      </p>
      <div className="sm:col-span-2">
        <Button
          icon={FolderInput}
          blocked={isBusy ? text('blocked.sending') : undefined}
          onClick={() => void stage(groups.map((group) => ({ ...group, target: drop })))}
        >
          {text('folders.allHere', { place: placeWords(text, drop) })}
        </Button>
      </div>
      <ul className="grid divide-y divide-hairline sm:col-span-2">
        {groups.map((group) => (
          <FolderRow
            key={group.path}
            group={group}
            options={options}
            onChoose={(key) => choose(group.path, key)}
          />
        ))}
      </ul>
    </FormDialog>
  )
}

interface FolderRowProps {
  group: FolderGroup
  options: React.ReactNode
  onChoose: (key: string) => void
}

function FolderRow({ group: { path, files, target, isNamed }, options, onChoose }: FolderRowProps) {
  const text = useText()
  const name = path === '' ? text('folders.none') : path
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_minmax(0,15rem)] items-center gap-x-3 py-2.5">
      <Folder aria-hidden className="size-4 text-ink-faint" />
      <div className="min-w-0">
        <p className="text-body wrap-anywhere text-ink">{name}</p>
        <p className="text-note text-ink-soft">
          {text('photos.count', { n: files.length })}
          {!isNamed && <span className="ml-2 text-amber">{text('folders.unknown')}</span>}
        </p>
      </div>
      <NativeSelect
        aria-label={text('folders.place', { folder: name })}
        value={targetKey(target)}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        className="w-full border-hairline bg-surface text-ink"
        frameClass="w-full"
      >
        {options}
      </NativeSelect>
    </li>
  )
}
