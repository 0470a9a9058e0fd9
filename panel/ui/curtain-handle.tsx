import { MoveHorizontal } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useText } from '#panel/words/use-text.ts'
import { isReleased } from './pointers.ts'

/** How far one press of an arrow key moves the curtain, as a fraction of the width; with Shift five times as far. */
const STEP = 0.02

interface CurtainHandleProps {
  share: number
  onProgress: (share: number) => void
}

/**
 * The handle at the edge of the curtain. Dragging or the arrow keys move it, Home and End move it to the left and right side.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/slider/
 */
export function CurtainHandle({ share, onProgress }: CurtainHandleProps) {
  const text = useText()

  function onKeyDown(event: KeyboardEvent) {
    const step = event.shiftKey ? STEP * 5 : STEP
    const next = { ArrowLeft: share - step, ArrowRight: share + step, Home: 0, End: 1 }[event.key]
    // With these, the keys are commands of the browser, such as Back.
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    // Elsewhere on the screen these keys move the photos.
    event.stopPropagation()
    onProgress(limitShare(next))
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (isReleased(event) || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    if (box) onProgress(limitShare((event.clientX - box.left) / box.width))
    event.stopPropagation()
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={text('compare.curtain.edge')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={onPointerMove}
      style={{ left: `${share * 100}%` }}
      className="group absolute inset-y-0 -ml-5 grid w-10 cursor-ew-resize touch-none place-items-center outline-none"
    >
      <span className="absolute inset-y-0 left-1/2 -ml-px w-0.5 bg-lightbox-ink" />
      <span className="relative grid size-9 place-items-center rounded-full bg-lightbox-ink text-lightbox ring-focus ring-offset-2 ring-offset-lightbox group-focus-visible:ring-4">
        <MoveHorizontal aria-hidden className="size-5" />
      </span>
    </div>
  )
}

function limitShare(share: number): number {
  return Math.min(1, Math.max(0, share))
}
