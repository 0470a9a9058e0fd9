import { isReleased } from '#panel/ui/pointer-release.ts'
import type { Stroke } from './mark-strokes.ts'
import type { ClientPosition, MarkSurface } from './mark-surface.ts'

const LEFT_BUTTON = 0
const RIGHT_BUTTON = 2
/** If a pointer moves less than this between press and release, it is a click. In CSS pixels. */
const CLICK_SLOP = 4

interface PointerHandlers {
  /** @returns undefined if the picture gets the pointer */
  begin: (event: PointerEvent) => Stroke | undefined
  /** Draws a stroke before it is kept; undefined removes it. */
  preview: (shown: ReturnType<Stroke['preview']>) => void
  /** True while a tool is chosen: then the right button moves the picture. */
  isDrawing: () => boolean
  /** Runs when the pointer moves while no button is pressed. */
  hover: (at: ClientPosition) => void
}

/** Handles pointers on the picture before the picture does. Stops when `signal` aborts. @returns a function that cancels the stroke */
export function watchMarkPointers(
  surface: MarkSurface,
  signal: AbortSignal,
  handlers: PointerHandlers,
): () => boolean {
  const { element } = surface
  let held:
    | { id: number; stroke: Stroke; from: ClientPosition; last: ClientPosition; isClick: boolean }
    | undefined
  let panning: { id: number; last: ClientPosition } | undefined

  function cancel(): boolean {
    const isDrawing = held !== undefined
    held = undefined
    handlers.preview(undefined)
    return isDrawing
  }

  function onPointerDown(event: PointerEvent) {
    const { button, pointerId: id } = event
    if (held) {
      // A second finger moves the picture.
      cancel()
      return
    }
    if (button === RIGHT_BUTTON && handlers.isDrawing()) {
      panning = { id, last: event }
    } else {
      // With Alt, the drag moves the picture.
      const stroke = button === LEFT_BUTTON && !event.altKey ? handlers.begin(event) : undefined
      if (!stroke) return
      held = { id, stroke, from: event, last: event, isClick: true }
    }
    event.stopPropagation()
    // Otherwise the press takes the focus out of the form, or selects text.
    event.preventDefault()
    element.setPointerCapture(id)
  }

  function onPointerMove(event: PointerEvent) {
    if (isReleased(event)) onPointerUp(event)
    if (panning?.id === event.pointerId) {
      surface.pan(panning.last, event)
      panning.last = event
    } else if (held?.id === event.pointerId) {
      const { stroke, from, last } = held
      const isNear = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < CLICK_SLOP
      if (!(held.isClick && isNear)) {
        held.isClick = false
        if (stroke.pans || event.altKey) surface.pan(last, event)
        handlers.preview(stroke.preview(surface.pointAt(event)))
      }
      held.last = event
    } else {
      if (event.buttons === 0) handlers.hover(event)
      return
    }
    event.stopPropagation()
  }

  function onPointerUp(event: PointerEvent) {
    if (panning?.id === event.pointerId) {
      panning = undefined
    } else if (held?.id === event.pointerId) {
      const { stroke, isClick } = held
      held = undefined
      handlers.preview(undefined)
      if (event.type === 'pointerup') stroke.end(surface.pointAt(event), isClick)
    } else return
    event.stopPropagation()
  }

  const options = { signal, capture: true }
  element.addEventListener('pointerdown', onPointerDown, options)
  element.addEventListener('pointermove', onPointerMove, options)
  element.addEventListener('pointerup', onPointerUp, options)
  element.addEventListener('pointercancel', onPointerUp, options)
  element.addEventListener('lostpointercapture', onPointerUp, options)
  element.addEventListener('contextmenu', (event) => handlers.isDrawing() && event.preventDefault(), options)
  return cancel
}
