import type { Position } from '#panel/drawing/geometry/point.ts'
import { isReleased, movePointer } from '#panel/ui/pointers.ts'

/** If a pointer does not move for this time before it is released, the picture stops at once. In milliseconds. */
const REST_MS = 60
/** The zoom for each pixel of the wheel. One notch of a mouse wheel is about 100 pixels. */
const WHEEL_STRENGTH = 0.0015
/** The same for a pinch on a touch pad, which browsers report as wheel events with Control and small values. */
const PINCH_STRENGTH = 0.01
const LINE_PX = 33

/** Handlers for gestures on the picture. Positions and distances are in CSS pixels. */
export interface GestureEvents {
  /** A pointer is pressed on the picture. */
  onHold: () => void
  onDrag: (by: Position) => void
  /** The last pointer is released. @param speed in CSS pixels per millisecond */
  onRelease: (speed: Position) => void
  /** @param factor below 1 shows less of the picture */
  onZoom: (factor: number, at: Position) => void
}

/** Reports dragging, the wheel and pinches on an element. Stops when `signal` aborts. */
export function watchGestures(element: HTMLElement, signal: AbortSignal, events: GestureEvents): void {
  const pointers = new Map<number, Position>()
  let speed: Position = { x: 0, y: 0 }
  let movedAt = 0

  function positionOf(event: MouseEvent): Position {
    const { left, top } = element.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return
    element.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, positionOf(event))
    speed = { x: 0, y: 0 }
    movedAt = event.timeStamp
    events.onHold()
  }

  function onPointerMove(event: PointerEvent) {
    if (isReleased(event)) onPointerUp(event)
    const change = movePointer(pointers, event.pointerId, positionOf(event))
    if (!change) return
    const { by, pinch } = change
    events.onDrag(by)
    if (pinch) events.onZoom(1 / pinch.factor, pinch.at)
    const elapsed = Math.max(1, event.timeStamp - movedAt)
    movedAt = event.timeStamp
    speed = { x: (speed.x + by.x / elapsed) / 2, y: (speed.y + by.y / elapsed) / 2 }
  }

  function onPointerUp(event: PointerEvent) {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return
    events.onRelease(event.timeStamp - movedAt > REST_MS ? { x: 0, y: 0 } : speed)
  }

  function onWheel(event: WheelEvent) {
    event.preventDefault()
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE_PX
    events.onZoom(Math.exp(pixels * (event.ctrlKey ? PINCH_STRENGTH : WHEEL_STRENGTH)), positionOf(event))
  }

  element.addEventListener('pointerdown', onPointerDown, { signal })
  element.addEventListener('pointermove', onPointerMove, { signal })
  element.addEventListener('pointerup', onPointerUp, { signal })
  element.addEventListener('pointercancel', onPointerUp, { signal })
  element.addEventListener('lostpointercapture', onPointerUp, { signal })
  element.addEventListener('wheel', onWheel, { signal, passive: false })
}
