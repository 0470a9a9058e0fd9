import { useSignals } from '@preact/signals-react/runtime'
import { X } from 'lucide-react'
import { useState } from 'react'
import { FolderDialog } from '#panel/photos/upload/folder-dialog.tsx'
import { StagedTray } from '#panel/photos/upload/staged-tray.tsx'
import { StagingRemarks } from '#panel/photos/upload/staging-remarks.tsx'
import type { UploadTarget } from '#panel/photos/upload/upload-target.ts'
import { usePhotoStaging } from '#panel/photos/upload/use-photo-stagings.ts'
import { usePickedPhotos } from '#panel/photos/upload/use-picked-photos.ts'
import { filesOfDrop } from '#panel/staging/dropped-files.ts'
import type { PickedFiles } from '#panel/staging/picked-files.ts'
import { groupByTarget, isSameTarget } from '#panel/staging/staged-file.ts'
import type { StagingName } from '#panel/staging/stagings.ts'
import { useUnsavedFiles } from '#panel/staging/use-stagings.ts'
import { Button } from '#panel/ui/button.tsx'
import { useFileDrop } from '#panel/ui/use-file-drop.ts'
import { useText } from '#panel/words/use-text.ts'
import { AddBar } from './add-bar.tsx'
import { PhotoBlock, type PhotoBlockProps } from './photo-block.tsx'

interface UploadBlockProps extends PhotoBlockProps {
  /** The name of its staged files. */
  stagingName: StagingName
  /** The accessible name of the control that picks files. */
  addLabel: string
  /** Where the files will belong; undefined if the block shows photos to which none can be added. */
  target: UploadTarget | undefined
}

/** A block whose photos the viewer may add to: by dropping files and folders on it, or by picking them. */
export function UploadBlock({ stagingName, addLabel, target, ...block }: UploadBlockProps) {
  useSignals()
  const text = useText()
  const { remarks, changeRemarks, take, takeRenamed, asked, stageFolders, dropFolders } = usePickedPhotos(
    stagingName,
    target,
  )
  /** True while the folders of a drop are read. */
  const [isReading, setReading] = useState(false)
  const staging = usePhotoStaging(stagingName, target)
  const files = staging.files.value
  const checking = staging.checking.value || isReading
  const sent = staging.sending.value
  // Only the place whose files are sent is locked: the files of the next one can be staged meanwhile.
  const uploading = sent !== null && target !== undefined && isSameTarget(sent, target)
  const disabled = uploading || checking || target === undefined || asked !== undefined
  const { over, dropHandlers } = useFileDrop({
    disabled,
    onDrop: (dropped) => void takeDropped(filesOfDrop(dropped)),
  })
  useUnsavedFiles([staging])

  async function takeDropped(reading: Promise<PickedFiles>) {
    setReading(true)
    const picked = await reading.finally(() => setReading(false))
    await take(picked)
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
            <Button look="ghost" icon={X} onClick={() => void staging.remove([...files])}>
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
        <StagingRemarks
          remarks={remarks}
          onChange={changeRemarks}
          onRename={() => !disabled && void takeRenamed()}
        />
        {groupByTarget(files).map((group) => (
          <StagedTray
            key={group.key}
            staging={staging}
            target={group.target}
            files={group.files}
            chosen={target}
          />
        ))}
      </div>
      {asked && (
        <FolderDialog files={asked.files} drop={asked.drop} onStage={stageFolders} onClose={dropFolders} />
      )}
    </PhotoBlock>
  )
}
