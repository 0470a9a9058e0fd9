import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { useText } from '#panel/words/use-text.ts'
import { PhotoImage } from './photo-image.tsx'
import { largeUrl } from './photo-sizes.ts'

/** A pointer that moves further than this, in pixels, drags; a shorter move is a click. */
const CLICK_SLOP_PX = 4

interface ZoomedPhotoProps {
  photo: Photo
  /** The point of the picture to centre, from 0 to 1. */
  focus: { x: number; y: number }
  onFit: () => void
}

/** The original at full size: one pixel of the picture for each pixel of the screen. Dragging or scrolling moves it, a click zooms out. */
export function ZoomedPhoto({ photo, focus, onFit }: ZoomedPhotoProps) {
  const text = useText()
  const frame = useRef<HTMLElement>(null)
  const [original, setOriginal] = useState(true)
  const drag = useRef<{ x: number; y: number; moved: boolean } | null>(null)
  const width = (photo.width ?? 0) / window.devicePixelRatio
  const height = (photo.height ?? 0) / window.devicePixelRatio

  useLayoutEffect(() => {
    const box = frame.current
    box?.scrollTo(focus.x * width - box.clientWidth / 2, focus.y * height - box.clientHeight / 2)
  }, [focus, width, height])

  // With the focus here, the arrow keys scroll the picture.
  useLayoutEffect(() => frame.current?.focus({ preventScroll: true }), [])

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!drag.current) return
    const { x, y, moved } = drag.current
    const dx = event.clientX - x
    const dy = event.clientY - y
    if (!moved && Math.hypot(dx, dy) < CLICK_SLOP_PX) return
    event.currentTarget.scrollBy(-dx, -dy)
    drag.current = { x: event.clientX, y: event.clientY, moved: true }
  }

  return (
    <section
      ref={frame}
      aria-label={text('viewer.zoomed')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to focus and scroll this element
      tabIndex={0}
      onKeyDown={(event) => {
        // Here the arrow keys scroll the picture; they do not open another photo.
        if (event.key.startsWith('Arrow')) event.stopPropagation()
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        drag.current = { x: event.clientX, y: event.clientY, moved: false }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        if (drag.current && !drag.current.moved) onFit()
        drag.current = null
      }}
      onPointerCancel={() => {
        drag.current = null
      }}
      className="absolute inset-0 grid cursor-grab touch-none overflow-auto select-none [scrollbar-width:none] active:cursor-grabbing"
    >
      <div className="relative m-auto" style={{ width, height }}>
        <PhotoImage
          src={largeUrl(photo)}
          alt={text('viewer.alt', { name: photo.originalName })}
          draggable={false}
          className="absolute inset-0 size-full"
        />
        {/* Browsers cannot show every type of original; for those the large derivative is shown. */}
        {original && (
          <img
            src={photo.url}
            alt=""
            decoding="async"
            draggable={false}
            onError={() => setOriginal(false)}
            className="absolute inset-0 size-full"
          />
        )}
      </div>
    </section>
  )
}
