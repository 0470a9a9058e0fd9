import { useSignals } from '@preact/signals-react/runtime'
import { Banner } from '#panel/ui/banner.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { PhotoOutbox } from './photo-outbox.ts'
import type { UploadTarget } from './upload-target.ts'

interface UploadTroublesProps {
  outbox: PhotoOutbox
  target: UploadTarget
  isSending: boolean
}

/** Tells that photos are sent one by one, and which batches of the last upload failed. */
export function UploadTroubles({ outbox, target, isSending }: UploadTroublesProps) {
  useSignals()
  const text = useText()
  const failures = outbox.failuresOf(target)
  return (
    <>
      {isSending && outbox.isSplit.value && (
        <div className="mt-3">
          <Banner tone="info" title={text('upload.split')} />
        </div>
      )}
      {failures && (
        <div className="mt-3">
          <Banner
            tone="error"
            title={text('upload.failed')}
            onDismiss={() => outbox.forgetFailuresOf(target)}
          >
            <ul className="text-note">
              {failures.batches.map(({ number, message }) => (
                <li key={`${number} ${message}`}>
                  {text('upload.batchFailed', { n: number })}: {message}
                </li>
              ))}
            </ul>
            <p className="mt-1 text-note">{text('upload.kept.staged')}</p>
          </Banner>
        </div>
      )}
    </>
  )
}
