import { Progress } from '@base-ui/react/progress'
import { Box, RotateCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { ViewerMessage } from '#panel/photos/viewer/viewer-message.tsx'
import { useText } from '#panel/words/use-text.ts'
import { ShownCloud } from './shown-cloud.tsx'
import { type CloudState, useCloud } from './use-cloud.ts'

interface PointCloudViewProps {
  turbineId: number
  photo: Photo
}

/** A point cloud that can be turned. A file that cannot be shown gives a message. */
export default function PointCloudView({ turbineId, photo }: PointCloudViewProps) {
  const [attempt, setAttempt] = useState(0)
  return (
    <OpenedCloud
      key={`${photo.id} ${attempt}`}
      turbineId={turbineId}
      photo={photo}
      onRetry={() => setAttempt(attempt + 1)}
    />
  )
}

function OpenedCloud({ onRetry, ...props }: PointCloudViewProps & { onRetry: () => void }) {
  const [state, ask] = useCloud(props.turbineId, props.photo)
  const [isLost, setIsLost] = useState(false)
  const retry = () => {
    if (!isLost) ask()
    onRetry()
  }
  if (isLost || state.status === 'failed')
    return (
      <FailedCloud error={isLost || state.status !== 'failed' ? undefined : state.error} onRetry={retry} />
    )
  if (state.status !== 'shown') return <CloudProgress state={state} />
  return <ShownCloud loaded={state.loaded} onLost={() => setIsLost(true)} onGone={retry} />
}

function CloudProgress({ state }: { state: Extract<CloudState, { share: unknown }> }) {
  const text = useText()
  const words = text(state.status === 'preparing' ? 'cloud.preparing' : 'cloud.loading')
  return (
    <ViewerMessage icon={<Box aria-hidden className="size-14" strokeWidth={1} />}>
      <div>
        <p role="status">{words}</p>
        {state.status === 'preparing' && (
          <p className="mt-1.5 max-w-[48ch] text-viewer-ink-soft">{text('cloud.preparing.text')}</p>
        )}
      </div>
      <Progress.Root value={state.share ?? null} max={1} aria-label={words} className="w-64">
        <Progress.Track className="h-1.5 overflow-hidden rounded-full bg-viewer-raised">
          <Progress.Indicator className="h-full rounded-full bg-viewer-ink transition-[width] duration-150 data-indeterminate:w-full data-indeterminate:opacity-30" />
        </Progress.Track>
      </Progress.Root>
    </ViewerMessage>
  )
}

/** @param error why there is no cloud; undefined if the browser cannot draw it */
function FailedCloud({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = useText()
  const isFinal = error instanceof RequestError && error.status === 415
  return (
    <ViewerMessage icon={<TriangleAlert aria-hidden className="size-14" strokeWidth={1} />}>
      <span role="alert">
        {error === undefined && text('cloud.failed.webgl')}
        {error !== undefined && !isFinal && text('cloud.failed.load')}
        {isFinal && `${errorText(text, error)} ${text('cloud.failed.download')}`}
      </span>
      {!isFinal && (
        <button
          type="button"
          onClick={onRetry}
          className="inline-flex h-control cursor-pointer items-center gap-2 rounded bg-viewer-raised px-3.5 text-body font-medium"
        >
          <RotateCw aria-hidden className="size-4" />
          {text('common.retry')}
        </button>
      )}
    </ViewerMessage>
  )
}
