import { useSignals } from '@preact/signals-react/runtime'
import { isSameTarget, storageOf, waitingFiles } from '#panel/outbox/staged-file.ts'
import { StagedBar } from '#panel/ui/outbox/staged-bar.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { PhotoOutbox } from './photo-outbox.ts'
import { PhotoUploadBar } from './photo-upload-bar.tsx'
import type { StagedPhoto } from './staged-files.ts'
import { StagedTile } from './staged-tile.tsx'
import { waitsForConnection } from './upload-progress.ts'
import { targetWords, type UploadTarget } from './upload-target.ts'
import { UploadTroubles } from './upload-troubles.tsx'

interface StagedTrayProps {
  outbox: PhotoOutbox
  /** Where the files will belong. */
  target: UploadTarget
  /** The files with this target. */
  files: StagedPhoto[]
  /** The target that is chosen on the screen; undefined if no photos can be added there. */
  chosen: UploadTarget | undefined
}

/** The staged files for one target: thumbnails, problems, the upload button and its progress. */
export function StagedTray({ outbox, target, files, chosen }: StagedTrayProps) {
  useSignals()
  const text = useText()
  const sent = outbox.sending.value
  const isSending = sent !== null && isSameTarget(sent, target)
  const progress = isSending ? outbox.progress.value : null
  const isWaiting = progress !== null && waitsForConnection(progress)
  const refused = files.filter((item) => item.trouble?.kind === 'refused')
  const waiting = waitingFiles(files)
  const queued = waiting.filter(({ id }) => outbox.queued.value.has(id))
  // The files of a running upload take no others.
  const isElsewhere =
    chosen !== undefined && !isSameTarget(chosen, target) && !(sent !== null && isSameTarget(sent, chosen))
  return (
    <div className="mb-6 rounded border border-hairline bg-surface-sunken p-4">
      <StagedBar
        waiting={waiting.length}
        refused={refused.length}
        place={targetWords(text, target)}
        otherPlace={isElsewhere ? targetWords(text, chosen) : undefined}
        queued={queued.length}
        sending={progress?.left}
        storage={storageOf(files)}
        // While the upload waits for the connection, its bar tells how many files wait.
        hidesCount={isWaiting}
        bar={progress && <PhotoUploadBar progress={progress} onCancel={() => outbox.cancel()} />}
        onUpload={() => outbox.upload(target)}
        onLeaveQueue={() => outbox.leaveQueue(target)}
        onMove={() => chosen && outbox.move(files, chosen)}
        onRemoveRefused={() => void outbox.remove(refused)}
      />
      <UploadTroubles outbox={outbox} target={target} isSending={isSending} />
      <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(112px,1fr))] gap-2">
        {files.map((item) => (
          <StagedTile
            key={item.id}
            item={item}
            locked={isSending}
            progress={progress ? (progress.shares.get(item.id) ?? 0) : undefined}
            onRemove={() => void outbox.remove([item])}
          />
        ))}
      </ul>
    </div>
  )
}
