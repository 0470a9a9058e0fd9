import { useSignals } from '@preact/signals-react/runtime'
import type { KeyboardEvent, PointerEvent } from 'react'
import { isReleased } from '#panel/ui/pointers.ts'
import { useText } from '#panel/words/use-text.ts'
import { PANEL_MIN_PX, panelMaxWidth, panelWidth, resetPanelWidth, setPanelWidth } from './panel-width.ts'

/** How far one press of an arrow key moves the separator, in CSS pixels. */
const STEP_PX = 16

/**
 * The left edge of the side panel. Dragging or the arrow keys change the width, Home and End set the smallest and the largest,
 * a double click restores the first width.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/windowsplitter/
 */
export function PanelSeparator({ panelId }: { panelId: string }) {
  useSignals()
  const text = useText()

  function onKeyDown(event: KeyboardEvent) {
    const width = {
      ArrowLeft: panelWidth.value + STEP_PX,
      ArrowRight: panelWidth.value - STEP_PX,
      Home: PANEL_MIN_PX,
      End: panelMaxWidth(),
    }[event.key]
    if (width === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    // Elsewhere in the lightbox these keys show other photos.
    event.stopPropagation()
    setPanelWidth(width)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot have the focus and a value
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={text('lightbox.resize')}
      aria-controls={panelId}
      aria-valuemin={PANEL_MIN_PX}
      aria-valuemax={panelMaxWidth()}
      aria-valuenow={Math.min(panelWidth.value, panelMaxWidth())}
      data-tooltip={text('lightbox.resize')}
      onKeyDown={onKeyDown}
      onPointerDown={followPointer}
      onMouseDown={(event) => {
        // Otherwise dragging selects text.
        event.preventDefault()
        event.currentTarget.focus()
      }}
      onDoubleClick={resetPanelWidth}
      className="group absolute inset-y-0 -left-1.5 w-3 cursor-col-resize touch-none outline-none"
    >
      <span className="mx-auto block h-full w-px bg-lightbox-raised transition-colors group-hover:w-0.5 group-hover:bg-lightbox-ink-soft group-focus-visible:w-0.5 group-focus-visible:bg-lightbox-ink" />
    </div>
  )
}

/** Moves the separator with the pointer until its button is released, also outside of the separator and of the window. */
function followPointer({ currentTarget, pointerId }: PointerEvent<HTMLElement>) {
  currentTarget.setPointerCapture(pointerId)
  const listening = new AbortController()
  const { signal } = listening
  // The panel reaches to the right edge of the window.
  const move = (event: MouseEvent) => {
    if (isReleased(event)) listening.abort()
    else setPanelWidth(document.documentElement.clientWidth - event.clientX)
  }
  window.addEventListener('pointermove', move, { signal })
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'])
    window.addEventListener(end, () => listening.abort(), { signal })
}
