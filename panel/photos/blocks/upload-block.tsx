import { X } from 'lucide-react'
import { useState } from 'react'
import { NO_FILES } from '#panel/photos/staged-files.ts'
import { StagedTray } from '#panel/photos/staged-tray.tsx'
import { StagingRemarks } from '#panel/photos/staging-remarks.tsx'
import type { StagingName, UploadTarget } from '#panel/photos/upload-target.ts'
import { useStagedFiles } from '#panel/photos/use-staged-files.ts'
import { useUpload } from '#panel/photos/use-upload.ts'
import { Button } from '#panel/ui/button.tsx'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
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
  /** The target in words, such as its room and year. */
  place: string
}

/** A block whose photos the viewer may add to: by dropping files on it or by picking them. */
export function UploadBlock({ stagingName, addLabel, target, place, ...block }: UploadBlockProps) {
  const text = useText()
  const [remarks, setRemarks] = useState(NO_FILES)
  /** The target of the running upload in words. It is stored, because the user may select another room or year meanwhile. */
  const [sentTo, setSentTo] = useState(place)
  const staging = useStagedFiles(stagingName)
  const upload = useUpload(staging)
  const uploading = upload.progress !== null
  const disabled = uploading || staging.checking || target === undefined
  const { over, dropHandlers } = useFileDrop({ disabled, onFiles: take })

  useUnsavedWork(upload.waiting.length > 0, 'files')

  async function take(files: File[]) {
    setRemarks(await staging.stage(files))
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
          {!uploading && staging.staged.length > 1 && (
            <Button look="ghost" icon={X} onClick={() => staging.unstage(staging.staged)}>
              {text('staged.removeAll')}
            </Button>
          )}
          {block.actions}
          {target && (
            <AddBar label={addLabel} {...{ over, uploading }} checking={staging.checking} onFiles={take} />
          )}
        </>
      }
    >
      <div className="has-[*:not(:empty)]:mt-3.5">
        <StagingRemarks remarks={remarks} onChange={setRemarks} />
        {target && staging.staged.length > 0 && (
          <StagedTray
            staged={staging.staged}
            upload={upload}
            onRemove={staging.unstage}
            place={uploading ? sentTo : place}
            onUpload={() => {
              setSentTo(place)
              void upload.upload(target)
            }}
          />
        )}
      </div>
    </PhotoBlock>
  )
}
