import { Banner } from '#panel/ui/banner.tsx'
import { StagedBar } from '#panel/ui/staged-bar.tsx'
import { useText } from '#panel/words/use-text.ts'
import { PhotoUploadBar } from './photo-upload-bar.tsx'
import type { StagedFile } from './staged-files.ts'
import { StagedTile } from './staged-tile.tsx'
import { waitsForConnection } from './upload-progress.ts'
import type { useUpload } from './use-upload.ts'

interface StagedTrayProps {
  staged: StagedFile[]
  /** The target of the files, as text. */
  place: string
  upload: Pick<
    ReturnType<typeof useUpload>,
    'waiting' | 'progress' | 'failures' | 'split' | 'cancel' | 'forgetFailures'
  >
  onUpload: () => void
  onRemove: (items: StagedFile[]) => void
}

/** The staged files: thumbnails, problems, the upload button and its progress. */
export function StagedTray({ staged, place, upload, onUpload, onRemove }: StagedTrayProps) {
  const text = useText()
  const { waiting, progress, failures, split } = upload
  const isWaiting = progress !== null && waitsForConnection(progress)
  const refused = staged.filter((item) => item.trouble?.kind === 'refused')
  return (
    <div className="mb-6 rounded border border-hairline bg-surface-sunken p-4">
      <StagedBar
        waiting={waiting.length}
        refused={refused.length}
        place={place}
        sending={progress?.left}
        // While the upload waits for the connection, its bar tells how many files wait.
        hidesCount={isWaiting}
        bar={progress && <PhotoUploadBar progress={progress} onCancel={upload.cancel} />}
        onUpload={onUpload}
        onRemoveRefused={() => onRemove(refused)}
      />
      {split && (
        <div className="mt-3">
          <Banner tone="info" title={text('upload.split')} />
        </div>
      )}
      {failures.length > 0 && (
        <div className="mt-3">
          <Banner tone="error" title={text('upload.failed')} onDismiss={upload.forgetFailures}>
            <ul className="text-note">
              {failures.map(({ number, message }) => (
                <li key={number}>
                  {text('upload.batchFailed', { n: number })}: {message}
                </li>
              ))}
            </ul>
            <p className="mt-1 text-note">{text('upload.kept.staged')}</p>
          </Banner>
        </div>
      )}
      {staged.some(({ isStored }) => !isStored) && (
        <p className="mt-3 text-note text-ink-soft">{text('staged.notStored')}</p>
      )}
      <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(112px,1fr))] gap-2">
        {staged.map((item) => (
          <StagedTile
            key={item.id}
            item={item}
            locked={progress !== null}
            share={progress ? (progress.shares.get(item.id) ?? 0) : undefined}
            onRemove={() => onRemove([item])}
          />
        ))}
      </ul>
    </div>
  )
}
