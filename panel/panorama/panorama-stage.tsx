import { Orbit, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { Photo } from '#domain/photo.ts'
import type { Panorama } from '#domain/pictures/panorama.ts'
import { MediaImage } from '#panel/frame/media-image.tsx'
import { Button } from '#panel/ui/button.tsx'
import { Spinner } from '#panel/ui/spinner.tsx'
import { useText } from '#panel/words/use-text.ts'
import { previewUrl } from './preview-url.ts'
import { StageMessage } from './stage-message.tsx'
import { type StageFailure, usePanoramaView } from './use-panorama-view.ts'
import type { Direction } from './view/direction.ts'
import type { PanoramaView } from './view/panorama-view.ts'

interface PanoramaStageProps {
  photo: Photo
  panorama: Panorama
  /** The initial direction; by default the middle of the photo. */
  start?: Direction | undefined
  /** What the picture shows, for screen readers. */
  label: string
  /** Called with the view when it is ready, and with undefined when it is gone. */
  onView: (view: PanoramaView | undefined) => void
  onMove?: (direction: Direction) => void
  /** False if the picture must not take the focus, because it appears beside another one. */
  takesFocus?: boolean
  /** Shown above the picture. */
  children?: ReactNode
}

/** The 360° view of a photo. If the browser cannot show it, the photo is shown flat, with the reason. */
export function PanoramaStage({
  photo,
  panorama,
  start,
  label,
  onView,
  onMove,
  takesFocus = true,
  children,
}: PanoramaStageProps) {
  const text = useText()
  const container = useRef<HTMLDivElement>(null)
  const { view, failure, retry, shownId, isSharp } = usePanoramaView({ container, photo, panorama, start })
  const tellView = useEffectEvent(onView)
  const tellMove = useEffectEvent((direction: Direction) => onMove?.(direction))

  useEffect(() => {
    tellView(view)
    const end = view?.onMove(() => tellMove(view.direction))
    return () => {
      end?.()
      if (view) tellView(undefined)
    }
  }, [view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    if (takesFocus) container.current?.focus()
  }, [])

  return (
    <>
      <div
        ref={container}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the 360° view begin here
        tabIndex={0}
        role="img"
        aria-label={label}
        aria-busy={!isSharp}
        data-photo={shownId}
        className={`absolute inset-0 cursor-grab bg-lightbox outline-none select-none in-data-marking:cursor-crosshair focus-visible:ring-2 focus-visible:ring-focus focus-visible:ring-inset active:cursor-grabbing ${failure ? 'invisible' : ''}`}
      />
      {!failure && shownId !== photo.id && (
        <p role="status" className="pointer-events-none absolute inset-0 grid place-content-center">
          <span className="sr-only">{text('panorama.loading')}</span>
          <Spinner />
        </p>
      )}
      {failure && <Failure photo={photo} label={label} failure={failure} onRetry={retry} />}
      {!failure && shownId === photo.id && children}
    </>
  )
}

interface FailureProps {
  photo: Photo
  label: string
  failure: StageFailure
  onRetry: () => void
}

function Failure({ photo, label, failure, onRetry }: FailureProps) {
  const text = useText()
  if (failure === 'not loaded' || failure === 'broken') {
    return (
      <StageMessage
        alert
        icon={TriangleAlert}
        title={text(failure === 'broken' ? 'panorama.broken' : 'panorama.notLoaded')}
        action={failure === 'not loaded' && <Button onClick={onRetry}>{text('common.retry')}</Button>}
      >
        {text(failure === 'broken' ? 'panorama.broken.text' : 'panorama.notLoaded.text')}
      </StageMessage>
    )
  }
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-4 px-6 pt-19 pb-32">
      <div
        role="alert"
        className="flex max-w-[80ch] items-center gap-3 rounded bg-lightbox-raised px-4 py-2.5 text-body"
      >
        <Orbit aria-hidden className="size-5 shrink-0 text-lightbox-ink-soft" />
        {text(failure === 'lost' ? 'panorama.lost' : 'panorama.noWebgl')}
        {failure === 'lost' && (
          <Button size="small" onClick={onRetry}>
            {text('common.retry')}
          </Button>
        )}
      </div>
      <MediaImage src={previewUrl(photo)} alt={label} className="min-h-0 max-w-full object-contain" />
    </div>
  )
}
