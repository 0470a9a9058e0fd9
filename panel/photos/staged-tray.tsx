import { Upload, X } from 'lucide-react'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { StagedFile } from './staged-files.ts'
import { StagedTile } from './staged-tile.tsx'
import { UploadBar } from './upload-bar.tsx'
import { waitsForConnection } from './upload-progress.ts'
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
  const isWaiting = progress !== null && waitsForConnection(progress)
  const refused = staged.filter((item) => item.trouble?.kind === 'refused')
  return (
    <div className="mb-6 rounded border border-hairline bg-surface-sunken p-4">
      <div className="flex h-9 items-center gap-2">
        <p className="mr-auto text-body text-ink-soft">
          {/* While the upload waits for the connection, its bar tells how many files wait. */}
          {!isWaiting && <span className="font-medium text-ink">{summary()}</span>}
          {waiting.length > 0 && (
            <>
              <span className={`${isWaiting ? '' : 'ml-2'} mr-2 text-ink-faint`}>→</span>
              {place}
            </>
          )}
        </p>
        {!progress && refused.length > 0 && (
          <Button look="ghost" icon={X} onClick={() => onRemove(refused)}>
            {text('staged.removeRefused')}
          </Button>
        )}
        {!progress && waiting.length > 0 && (
          <Button look="primary" icon={Upload} onClick={onUpload}>
            {text('staged.upload', { n: waiting.length })}
          </Button>
        )}
      </div>
      {progress && <UploadBar progress={progress} onCancel={upload.cancel} />}
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

  function summary(): string {
    if (progress) return text('staged.sending', { n: progress.left })
    if (waiting.length > 0) return text('staged.count', { n: waiting.length })
    return text('staged.refused', { n: refused.length })
  }
}
