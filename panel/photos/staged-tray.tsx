import { Banner } from '#panel/ui/banner.tsx'
import { StagedBar } from '#panel/ui/staged-bar.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { StagedFile } from './staged-files.ts'
import { StagedTile } from './staged-tile.tsx'
import type { useUpload } from './use-upload.ts'

interface StagedTrayProps {
  staged: StagedFile[]
  /** The place for the files, as text. */
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
  const refused = staged.filter((item) => item.trouble?.kind === 'refused')
  return (
    <div className="mb-6 rounded border border-hairline bg-surface-sunken p-4">
      <StagedBar
        waiting={waiting.length}
        refused={refused.length}
        place={place}
        progress={progress}
        waitingText={text('upload.reading')}
        onUpload={onUpload}
        onCancel={upload.cancel}
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
      <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(112px,1fr))] gap-2">
        {staged.map((item) => (
          <StagedTile
            key={item.id}
            item={item}
            locked={progress !== null}
            onRemove={() => onRemove([item])}
          />
        ))}
      </ul>
    </div>
  )
}
