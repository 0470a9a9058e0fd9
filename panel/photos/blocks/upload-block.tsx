import { useSignals } from '@preact/signals-react/runtime'
import { X } from 'lucide-react'
import { useState } from 'react'
import { filesOfDrop } from '#panel/outbox/dropped-files.ts'
import type { OutboxName } from '#panel/outbox/outboxes.ts'
import type { PickedFiles } from '#panel/outbox/picked-files.ts'
import { groupByTarget, isSameTarget } from '#panel/outbox/staged-file.ts'
import { useUnsavedFiles } from '#panel/outbox/use-outboxes.ts'
import { AddBar } from '#panel/photos/upload/add-bar.tsx'
import { useAskFlight } from '#panel/photos/upload/flight/flight-context.ts'
import { OutboxRemarks } from '#panel/photos/upload/outbox-remarks.tsx'
import { StagedTray } from '#panel/photos/upload/staged-tray.tsx'
import type { UploadTarget } from '#panel/photos/upload/upload-target.ts'
import { usePhotoOutbox } from '#panel/photos/upload/use-photo-outboxes.ts'
import { partPicked, usePickedPhotos } from '#panel/photos/upload/use-picked-photos.ts'
import { Button } from '#panel/ui/button.tsx'
import { useFileDrop } from '#panel/ui/use-file-drop.ts'
import { useText } from '#panel/words/use-text.ts'
import { PhotoBlock, type PhotoBlockProps } from './photo-block.tsx'

interface UploadBlockProps extends PhotoBlockProps {
  /** The name of its staged files. */
  outboxName: OutboxName
  /** The accessible name of the control that picks files. */
  addLabel: string
  /** Where the files will belong; undefined if the block shows photos to which none can be added. */
  target: UploadTarget | undefined
}

/** A block whose photos the caller may add to: by dropping files and folders on it, or by picking them. */
export function UploadBlock({ outboxName, addLabel, target, ...block }: UploadBlockProps) {
  useSignals()
  const text = useText()
  /** True while the folders of a drop are read. */
  const [isReading, setReading] = useState(false)
  const outbox = usePhotoOutbox(outboxName, target)
  const { remarks, changeRemarks, stage, takeRenamed } = usePickedPhotos(outbox)
  const askFlight = useAskFlight()
  const files = outbox.files.value
  const checking = outbox.checking.value || isReading
  const sent = outbox.sending.value
  // Only the place whose files are sent is locked: the files of the next one can be staged meanwhile.
  const uploading = sent !== null && target !== undefined && isSameTarget(sent, target)
  const disabled = uploading || checking || target === undefined
  const { over, dropHandlers } = useFileDrop({
    disabled,
    onDrop: (dropped) => void takeDropped(filesOfDrop(dropped)),
  })
  useUnsavedFiles([outbox])

  async function takeDropped(reading: Promise<PickedFiles>) {
    setReading(true)
    const picked = await reading.finally(() => setReading(false))
    await take(picked)
  }

  /** Folders may belong to other places, too. */
  async function take(picked: PickedFiles) {
    if (!target) return
    if (picked.files.some(({ folders }) => folders.length > 0)) return askFlight(picked, target)
    const { photos, told } = partPicked(picked)
    await stage([{ files: photos, target }], told)
  }

  return (
    <PhotoBlock
      {...block}
      frame={{
        ...dropHandlers,
        'aria-busy': uploading,
        className: `transition-shadow ${over ? 'ring-2 ring-action' : ''}`,
      }}
      actions={
        <>
          {sent === null && files.length > 1 && (
            <Button variant="ghost" icon={X} onClick={() => void outbox.remove([...files])}>
              {text('staged.removeAll')}
            </Button>
          )}
          {block.actions}
          {target && (
            <AddBar
              label={addLabel}
              place={block.title}
              over={over}
              uploading={uploading}
              checking={checking}
              onFiles={(picked) => void take(picked)}
            />
          )}
        </>
      }
    >
      <div className="has-[*:not(:empty)]:mt-3.5">
        <OutboxRemarks
          remarks={remarks}
          onChange={changeRemarks}
          onRename={() => !disabled && void takeRenamed()}
        />
        {groupByTarget(files).map((group) => (
          <StagedTray
            key={group.key}
            outbox={outbox}
            target={group.target}
            files={group.files}
            chosen={target}
          />
        ))}
      </div>
    </PhotoBlock>
  )
}
