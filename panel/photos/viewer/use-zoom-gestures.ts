import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { isReleased } from '#panel/ui/pointer-release.ts'
import type { Move } from './use-zoom.ts'
import { type Frame, limitedScale, nextScale, type Point, panned, zoomedAt } from './zoom-view.ts'

/** If a pointer moves further than this, in pixels, it is a drag; otherwise it is a tap. */
const TAP_SLOP_PX = 4
/** How many pixels of the wheel are one zoom step. One notch of a mouse wheel has at least this many. */
const WHEEL_STEP_PX = 100
/** How many pixels of a pinch on a touch pad double the magnification. */
const PAD_DOUBLE_PX = 70

interface Gestures {
  surface: RefObject<HTMLElement | null>
  frame: Frame
  move: Move
  /** Called for a press without a movement, with the position from the middle of the box. */
  onTap?: ((at: Point) => void) | undefined
}

/** Dragging moves the picture, the wheel and a pinch magnify it at the pointer. */
export function useZoomGestures({ surface, frame, move, onTap }: Gestures) {
  const pointers = useRef(new Map<number, Point>())
  const moved = useRef(false)
  const wheeled = useRef(0)

  useEffect(() => {
    const element = surface.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const at = fromCentre(event, element)
      if (event.ctrlKey) {
        // A touch pad reports a pinch as a wheel with Control, in small steps.
        const factor = 2 ** (-event.deltaY / PAD_DOUBLE_PX)
        move((view) => zoomedAt(view, limitedScale(view.scale * factor), at, frame))
        return
      }
      // A wheel that counts in lines or pages is a mouse wheel; each event is one notch.
      wheeled.current +=
        event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * WHEEL_STEP_PX
      if (Math.abs(wheeled.current) < WHEEL_STEP_PX) return
      const direction = wheeled.current < 0 ? 1 : -1
      wheeled.current = 0
      move((view) => zoomedAt(view, nextScale(view.scale, direction), at, frame))
    }
    // React registers wheel listeners as passive, and those cannot keep the page from zooming.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [surface, frame, move])

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (isReleased(event)) release(event)
    const { current: down } = pointers
    const from = down.get(event.pointerId)
    if (!from) return
    const to = fromCentre(event, event.currentTarget)
    if (!moved.current && Math.hypot(to.x - from.x, to.y - from.y) < TAP_SLOP_PX) return
    moved.current = true
    const [other] = [...down].filter(([id]) => id !== event.pointerId).map(([, at]) => at)
    down.set(event.pointerId, to)
    if (!other) return move((view) => panned(view, { x: to.x - from.x, y: to.y - from.y }, frame))
    const [before, after] = [between(from, other), between(to, other)]
    const factor = after.distance / Math.max(1, before.distance)
    move((view) => {
      const slid = panned(view, { x: after.x - before.x, y: after.y - before.y }, frame)
      return zoomedAt(slid, limitedScale(slid.scale * factor), after, frame)
    })
  }

  function release(event: PointerEvent<HTMLElement>) {
    pointers.current.delete(event.pointerId)
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      if (pointers.current.size === 0) moved.current = false
      pointers.current.set(event.pointerId, fromCentre(event, event.currentTarget))
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove,
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const isTap = pointers.current.size === 1 && pointers.current.has(event.pointerId) && !moved.current
      release(event)
      if (isTap) onTap?.(fromCentre(event, event.currentTarget))
    },
    onPointerCancel: release,
    onLostPointerCapture: release,
  }
}

/** The middle of two points and the distance between them. */
function between(one: Point, other: Point) {
  return {
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
    distance: Math.hypot(one.x - other.x, one.y - other.y),
  }
}

/** The position of a pointer from the middle of the element, in CSS pixels. */
export function fromCentre(
  { clientX, clientY }: { clientX: number; clientY: number },
  element: HTMLElement,
): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}
