import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { Photo } from '#domain/photo.ts'
import { light, lightFilter } from '#panel/photos/lightbox/light.ts'
import { PhotoLayers } from '#panel/photos/lightbox/photo-layers.tsx'
import { sizeOf, type Zoom } from '#panel/photos/lightbox/use-zoom.ts'
import { useZoomGestures } from '#panel/photos/lightbox/use-zoom-gestures.ts'
import { placeOf, ViewedPicture } from '#panel/photos/lightbox/viewed-picture.tsx'
import { type Point, pictureAt, positionOf } from '#panel/photos/lightbox/zoom-view.ts'
import { useText } from '#panel/words/use-text.ts'
import { ComparedMarks } from './compared-marks.tsx'

interface ComparePaneProps {
  photo: Photo
  zoom: Zoom
  /** Its name for screen readers. */
  label: string
  /** Runs when the pointer or the focus comes to the pane. */
  onActive: () => void
  /** The marked points in pixels of the photo, and what a new one does; absent unless the photos are being aligned. */
  marking?: { points: readonly Point[]; add: (point: Point) => void; removeLast: () => void } | undefined
}

/** One of the two photos side by side. While the photos are aligned, a click or Enter marks a point. */
export function ComparePane({ photo, zoom, label, onActive, marking }: ComparePaneProps) {
  useSignals()
  const text = useText()
  const { surface, mount, frame, view, move } = zoom
  const size = sizeOf(photo)
  const mark = (at: Point) => {
    const { x, y } = pictureAt(view, frame, at)
    const isInside = x >= 0 && x <= 1 && y >= 0 && y <= 1
    if (isInside) marking?.add({ x: x * size.width, y: y * size.height })
  }
  const gestures = useZoomGestures({ surface, frame, move, onTap: marking ? mark : undefined })

  return (
    <section
      ref={mount}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move and mark the pane that has the focus
      tabIndex={0}
      {...gestures}
      onPointerEnter={onActive}
      onFocus={onActive}
      onKeyDown={(event) => {
        if (event.key === 'Enter') marking && mark({ x: 0, y: 0 })
        else if (event.key === 'Backspace') marking?.removeLast()
      }}
      className={`group relative touch-none overflow-hidden outline-none select-none ${marking ? 'cursor-crosshair' : 'cursor-grab active:cursor-grabbing'}`}
    >
      {photo.thumb_url === null ? (
        <p className="absolute inset-0 grid place-content-center text-lightbox-ink-soft">
          {text('compare.noPicture')}
        </p>
      ) : (
        <ViewedPicture frame={frame} view={view} filter={lightFilter(light.value)}>
          <PhotoLayers
            key={photo.id}
            photo={photo}
            place={placeOf(frame, view)}
            alt={text('lightbox.alt', { name: photo.originalName })}
          />
        </ViewedPicture>
      )}
      {!marking && (
        <ViewedPicture frame={frame} view={view}>
          <ComparedMarks photo={photo} zoom={zoom} />
        </ViewedPicture>
      )}
      {marking?.points.map((point, index) => {
        const at = positionOf(view, frame, { x: point.x / size.width, y: point.y / size.height })
        return (
          <Marker key={`${point.x} ${point.y}`} at={at}>
            {index + 1}
          </Marker>
        )
      })}
      {marking && <Crosshair />}
      <span
        aria-hidden
        className="pointer-events-none absolute inset-0 ring-2 ring-focus ring-inset not-group-focus-visible:hidden"
      />
    </section>
  )
}

function Marker({ at, children }: { at: Point; children: ReactNode }) {
  return (
    <span
      style={{ translate: `${at.x}px ${at.y}px` }}
      className="pointer-events-none absolute top-1/2 left-1/2 -mt-3 -ml-3 grid size-6 place-items-center rounded-full border-2 border-lightbox bg-lightbox-ink text-caption font-semibold text-lightbox"
    >
      {children}
    </span>
  )
}

/** The middle of the pane, where Enter marks a point. Shown with the focus of the keyboard. */
function Crosshair() {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute top-1/2 left-1/2 -mt-5 -ml-5 size-10 rounded-full border border-lightbox-ink before:absolute before:top-1/2 before:-left-1 before:h-px before:w-12 before:bg-lightbox-ink after:absolute after:-top-1 after:left-1/2 after:h-12 after:w-px after:bg-lightbox-ink not-group-focus-visible:hidden"
    />
  )
}
