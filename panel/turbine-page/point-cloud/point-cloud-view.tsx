import { Progress } from '@base-ui/react/progress'
import { Box, RotateCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { LightboxMessage } from '#panel/photos/lightbox/lightbox-message.tsx'
import { useText } from '#panel/words/use-text.ts'
import { ShownCloud } from './shown-cloud.tsx'
import { type CloudState, useCloud } from './use-cloud.ts'

interface PointCloudViewProps {
  turbineId: number
  photo: Photo
}

/** A point cloud that can be turned. A file that cannot be shown gives a message. */
export default function PointCloudView({ turbineId, photo }: PointCloudViewProps) {
  const [opening, setOpening] = useState({ attempt: 0, isByItself: false })
  return (
    <OpenedCloud
      key={`${photo.id} ${opening.attempt}`}
      turbineId={turbineId}
      photo={photo}
      isByItself={opening.isByItself}
      onOpen={(isByItself) => setOpening({ attempt: opening.attempt + 1, isByItself })}
    />
  )
}

interface OpenedCloudProps extends PointCloudViewProps {
  /** True if nobody asked for this attempt: the points of the one before were gone. */
  isByItself: boolean
  /** Begins a new attempt. */
  onOpen: (isByItself: boolean) => void
}

function OpenedCloud({ isByItself, onOpen, ...props }: OpenedCloudProps) {
  const [state, ask] = useCloud(props.turbineId, props.photo)
  const [failure, setFailure] = useState<'lost' | 'gone'>()
  const open = (isByItself: boolean) => {
    if (failure !== 'lost') ask()
    onOpen(isByItself)
  }
  if (failure || state.status === 'failed') {
    const words = failure === 'lost' ? 'cloud.failed.webgl' : 'cloud.failed.load'
    const error = state.status === 'failed' && !failure ? state.error : undefined
    return <FailedCloud words={words} error={error} onRetry={() => open(false)} />
  }
  if (state.status !== 'shown') return <CloudProgress state={state} />
  return (
    <ShownCloud
      loaded={state.loaded}
      onLost={() => setFailure('lost')}
      // If they are gone again at once, they would be gone without end.
      onGone={() => (isByItself ? setFailure('gone') : open(true))}
    />
  )
}

function CloudProgress({ state }: { state: Extract<CloudState, { share: unknown }> }) {
  const text = useText()
  const words = text(state.status === 'preparing' ? 'cloud.preparing' : 'cloud.loading')
  return (
    <LightboxMessage icon={<Box aria-hidden className="size-14" strokeWidth={1} />}>
      <div>
        <p role="status">{words}</p>
        {state.status === 'preparing' && (
          <p className="mt-1.5 max-w-[48ch] text-lightbox-ink-soft">{text('cloud.preparing.text')}</p>
        )}
      </div>
      <Progress.Root value={state.share ?? null} max={1} aria-label={words} className="w-64">
        <Progress.Track className="h-1.5 overflow-hidden rounded-full bg-lightbox-raised">
          <Progress.Indicator className="h-full rounded-full bg-lightbox-ink transition-[width] duration-150 data-indeterminate:w-full data-indeterminate:opacity-30" />
        </Progress.Track>
      </Progress.Root>
    </LightboxMessage>
  )
}

interface FailedCloudProps {
  words: 'cloud.failed.webgl' | 'cloud.failed.load'
  /** The answer of the server that there is no cloud. Its text is shown instead of `words` if the file cannot be read. */
  error: unknown
  onRetry: () => void
}

function FailedCloud({ words, error, onRetry }: FailedCloudProps) {
  const text = useText()
  const isFinal = error instanceof RequestError && error.status === 415
  return (
    <LightboxMessage icon={<TriangleAlert aria-hidden className="size-14" strokeWidth={1} />}>
      <span role="alert">
        {isFinal ? `${errorText(text, error)} ${text('cloud.failed.download')}` : text(words)}
      </span>
      {!isFinal && (
        <button
          type="button"
          onClick={onRetry}
          className="inline-flex h-control cursor-pointer items-center gap-2 rounded bg-lightbox-raised px-3.5 text-body font-medium"
        >
          <RotateCw aria-hidden className="size-4" />
          {text('common.retry')}
        </button>
      )}
    </LightboxMessage>
  )
}
