import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { fromCentre, isReleased, movePointer } from '#panel/ui/pointers.ts'
import type { Move } from './use-zoom.ts'
import { type Frame, nextScale, type Point, panned, pinchedScale, zoomedAt } from './zoom-view.ts'

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
        move((view) => zoomedAt(view, pinchedScale(view.scale, factor), at, frame))
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
    const from = pointers.current.get(event.pointerId)
    if (!from) return
    const to = fromCentre(event, event.currentTarget)
    if (!moved.current && Math.hypot(to.x - from.x, to.y - from.y) < TAP_SLOP_PX) return
    moved.current = true
    const change = movePointer(pointers.current, event.pointerId, to)
    if (!change) return
    const { by, pinch } = change
    move((view) => {
      const slid = panned(view, by, frame)
      return pinch ? zoomedAt(slid, pinchedScale(slid.scale, pinch.factor), pinch.at, frame) : slid
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
