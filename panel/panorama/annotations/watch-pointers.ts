import type { Position } from '#panel/panorama/view/view-camera.ts'
import { isReleased } from '#panel/ui/pointer-release.ts'

const LEFT_BUTTON = 0
const RIGHT_BUTTON = 2
/** If a pointer moves less than this between press and release, it is a click. In CSS pixels. */
export const CLICK_SLOP = 4

/** Handlers for pointers on the picture. Positions are in CSS pixels from its top left corner. */
export interface PointerEvents {
  /** False while every drag turns the view. */
  isOn: () => boolean
  /** @returns false if the drag must turn the view */
  onPress: (at: Position) => boolean
  onDrag: (to: Position) => void
  onRelease: () => void
  onCancel: () => void
  /** Runs after a click that had no other effect. */
  onMiss: () => void
  onDoubleClick: (at: Position) => void
  /** The CSS cursor at a position; empty for the default cursor of the picture. */
  cursorAt: (at: Position) => string
}

/**
 * Handles pointer events on the canvas before the view does. Stops when `signal` aborts. A second finger or the right mouse button
 * turns the view: the view then gets a pointer event as if the pointer had just been pressed.
 *
 * @param around an element that contains the canvas
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
    if (isReleased(event)) onPointerUp(event)
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
    // The text field keeps the focus while the right mouse button turns the view.
    if (events.isOn() && event.button === RIGHT_BUTTON) event.preventDefault()
  }

  const options = { signal, capture: true }
  around.addEventListener('pointerdown', onPointerDown, options)
  around.addEventListener('pointermove', onPointerMove, options)
  around.addEventListener('pointerup', onPointerUp, options)
  around.addEventListener('pointercancel', onPointerUp, options)
  around.addEventListener('lostpointercapture', onPointerUp, options)
  around.addEventListener('dblclick', onDoubleClick, options)
  around.addEventListener('mousedown', onMouseDown, options)
  around.addEventListener('contextmenu', (event) => events.isOn() && event.preventDefault(), options)
}
