import type { Position } from '#panel/panorama/view/view-camera.ts'

const LEFT_BUTTON = 0
const RIGHT_BUTTON = 2
/** A pointer that moves less than this, in CSS pixels, clicks. */
export const CLICK_SLOP = 4

/** What pointers do on the picture. Positions are in CSS pixels from its top left corner. */
export interface PointerEvents {
  /** False while every drag turns the view. */
  isOn: () => boolean
  /** @returns false if the drag is to turn the view */
  onPress: (at: Position) => boolean
  onDrag: (to: Position) => void
  onRelease: () => void
  onCancel: () => void
  /** A press and release that did nothing else. */
  onMiss: () => void
  onDoubleClick: (at: Position) => void
  /** How a pointer looks that is at a position; empty as on the rest of the picture. */
  cursorAt: (at: Position) => string
}

/**
 * Takes pointers from the canvas of the view before the view sees them, until `signal`. With a second finger or the right mouse
 * button the view turns: then it gets the pointer as if it had just been pressed.
 *
 * @param around contains the canvas
 */
export function watchPointers(around: HTMLElement, signal: AbortSignal, events: PointerEvents): void {
  let held: PointerEvent | undefined
  let turning: { pointerId: number; at: Position } | undefined
  const handedOver = new WeakSet<Event>()

  function positionOf(event: MouseEvent): Position {
    const { left, top } = around.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }

  function handOver(event: PointerEvent, canvas: HTMLCanvasElement) {
    const { pointerId, pointerType, isPrimary, clientX, clientY } = event
    const place = { pointerId, pointerType, isPrimary, clientX, clientY }
    const copy = new PointerEvent('pointerdown', { ...place, button: LEFT_BUTTON, buttons: 1, bubbles: true })
    handedOver.add(copy)
    canvas.dispatchEvent(copy)
  }

  function onPointerDown(event: PointerEvent) {
    const { target: canvas, button, pointerId } = event
    if (handedOver.has(event) || !(canvas instanceof HTMLCanvasElement) || !events.isOn()) return
    if (button === RIGHT_BUTTON) {
      event.stopPropagation()
      handOver(event, canvas)
    } else if (held) {
      events.onCancel()
      handOver(held, canvas)
      held = undefined
    } else if (button === LEFT_BUTTON && !turning && events.onPress(positionOf(event))) {
      event.stopPropagation()
      canvas.setPointerCapture(pointerId)
      held = event
    } else if (button === LEFT_BUTTON) turning = { pointerId, at: positionOf(event) }
  }

  function onPointerMove(event: PointerEvent) {
    const { target: canvas } = event
    if (!(canvas instanceof HTMLCanvasElement)) return
    if (held?.pointerId !== event.pointerId) {
      if (event.buttons === 0) canvas.style.cursor = events.isOn() ? events.cursorAt(positionOf(event)) : ''
      return
    }
    event.stopPropagation()
    held = event
    const steps = event.getCoalescedEvents()
    for (const step of steps.length > 0 ? steps : [event]) events.onDrag(positionOf(step))
  }

  function onPointerUp(event: PointerEvent) {
    const isHeld = held?.pointerId === event.pointerId
    if (isHeld) {
      event.stopPropagation()
      held = undefined
      if (event.type === 'pointerup') events.onRelease()
      else events.onCancel()
    } else if (turning?.pointerId === event.pointerId) {
      const { at } = turning
      turning = undefined
      const to = positionOf(event)
      if (event.type === 'pointerup' && Math.hypot(to.x - at.x, to.y - at.y) < CLICK_SLOP) events.onMiss()
    }
  }

  function onDoubleClick(event: MouseEvent) {
    if (events.isOn() && event.target instanceof HTMLCanvasElement) events.onDoubleClick(positionOf(event))
  }

  function onMouseDown(event: MouseEvent) {
    // A text that is typed keeps the focus while the view turns.
    if (events.isOn() && event.button === RIGHT_BUTTON) event.preventDefault()
  }

  const options = { signal, capture: true }
  around.addEventListener('pointerdown', onPointerDown, options)
  around.addEventListener('pointermove', onPointerMove, options)
  around.addEventListener('pointerup', onPointerUp, options)
  around.addEventListener('pointercancel', onPointerUp, options)
  around.addEventListener('dblclick', onDoubleClick, options)
  around.addEventListener('mousedown', onMouseDown, options)
  around.addEventListener('contextmenu', (event) => events.isOn() && event.preventDefault(), options)
}
