import { Box, RotateCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { ViewerMessage } from '#panel/photos/viewer/viewer-message.tsx'
import { RangeField } from '#panel/ui/fields/range-field.tsx'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'
import { CloudCanvas } from './cloud-canvas.tsx'
import { type Colouring, colouringsOf } from './cloud-colours.ts'
import type { Cloud } from './parse-cloud.ts'
import { type CloudState, useCloud } from './use-cloud.ts'

const NAMES: Record<Colouring, MessageId> = {
  file: 'cloud.colour.file',
  height: 'cloud.colour.height',
  intensity: 'cloud.colour.intensity',
}
const FAILURES: Record<Extract<CloudState, { status: 'failed' }>['reason'], MessageId> = {
  'not loaded': 'cloud.failed.load',
  broken: 'cloud.failed.broken',
  'too large': 'cloud.failed.tooLarge',
}
/** The largest size of a point, in CSS pixels. */
const POINT_SIZE_MAX = 8
/** Clouds with fewer points than this begin with larger points, because they would be hard to see on a large screen. */
const SPARSE_BELOW = 5000

/** A point cloud that can be turned. A file that cannot be shown gives a message. */
export default function PointCloudView({ photo }: { photo: Photo }) {
  const [attempt, setAttempt] = useState(0)
  return <LoadedCloud key={`${photo.id} ${attempt}`} photo={photo} onRetry={() => setAttempt(attempt + 1)} />
}

function LoadedCloud({ photo, onRetry }: { photo: Photo; onRetry: () => void }) {
  const text = useText()
  const state = useCloud(photo.url)
  const [isLost, setIsLost] = useState(false)
  if (state.status === 'loading') {
    return (
      <ViewerMessage icon={<Box aria-hidden className="size-14" strokeWidth={1} />}>
        <span role="status">{text('cloud.loading')}</span>
        <progress value={state.share} aria-label={text('cloud.loading')} className="w-64 accent-viewer-ink" />
      </ViewerMessage>
    )
  }
  if (isLost || state.status === 'failed') {
    const isFinal = !isLost && state.status === 'failed' && state.reason !== 'not loaded'
    return (
      <ViewerMessage icon={<TriangleAlert aria-hidden className="size-14" strokeWidth={1} />}>
        <span role="alert">
          {text(state.status === 'failed' ? FAILURES[state.reason] : 'cloud.failed.webgl')}
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
  return <ShownCloud cloud={state.cloud} onLost={() => setIsLost(true)} />
}

function ShownCloud({ cloud, onLost }: { cloud: Cloud; onLost: () => void }) {
  const text = useText()
  const colourings = colouringsOf(cloud)
  const [colouring, setColouring] = useState<Colouring>(colourings[0] ?? 'height')
  const count = cloud.positions.length / 3
  const [pointSize, setPointSize] = useState(count < SPARSE_BELOW ? 4 : 2)
  return (
    <div className="absolute inset-0 flex flex-col">
      <div className="flex flex-wrap items-center justify-center gap-x-8 gap-y-2 px-5 pb-3 text-note">
        <fieldset className="flex gap-1">
          <legend className="sr-only">{text('cloud.colour')}</legend>
          {colourings.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === colouring}
              onClick={() => setColouring(name)}
              className="h-control-small cursor-pointer rounded px-2.5 text-viewer-ink-soft transition-colors hover:text-viewer-ink aria-pressed:bg-viewer-raised aria-pressed:text-viewer-ink"
            >
              {text(NAMES[name])}
            </button>
          ))}
        </fieldset>
        <RangeField
          label={text('cloud.pointSize')}
          min={1}
          max={POINT_SIZE_MAX}
          value={pointSize}
          onChange={setPointSize}
        />
        <span className="text-viewer-ink-soft tabular-nums">
          {count < cloud.total
            ? text('cloud.thinned', { n: count, total: cloud.total })
            : text('cloud.points', { n: count })}
        </span>
      </div>
      <CloudCanvas cloud={cloud} colouring={colouring} pointSize={pointSize} onLost={onLost} />
    </div>
  )
}
