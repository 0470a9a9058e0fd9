import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { fromCentre, isReleased, movePointer } from '#panel/ui/pointers.ts'
import { type MapView, panView, type Size, zoomView } from './map-view.ts'

/** If a pointer moves further than this, in pixels, it is a drag; otherwise it is a click. */
const CLICK_SLOP_PX = 4
/** How many pixels of a wheel double the zoom. */
const WHEEL_PX = 240
/** The pixels of a line and of a page, for wheels that count in these. */
const LINE_PX = 24
const PAGE_PX = 400

type Move = (next: (view: MapView) => MapView) => void

/** Dragging moves the map, the wheel zooms at the pointer, and two fingers do both. */
export function useMapGestures(surface: RefObject<HTMLElement | null>, size: Size, move: Move) {
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const moved = useRef(false)

  useEffect(() => {
    const element = surface.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const factor = 2 ** (-wheelPixels(event) / WHEEL_PX)
      const at = fromCentre(event, element)
      move((view) => zoomView(view, size, factor, at))
    }
    // React registers wheel listeners as passive, and those cannot keep the page from scrolling.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [surface, size, move])

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (isReleased(event)) release(event)
    const { pointerId, currentTarget } = event
    const from = pointers.current.get(pointerId)
    if (!from) return
    const to = fromCentre(event, currentTarget)
    if (!moved.current && Math.hypot(to.x - from.x, to.y - from.y) < CLICK_SLOP_PX) return
    moved.current = true
    // The map captures the pointer, so that its release does not click on a marker.
    if (!currentTarget.hasPointerCapture(pointerId)) currentTarget.setPointerCapture(pointerId)
    const change = movePointer(pointers.current, pointerId, to)
    if (!change) return
    const { by, pinch } = change
    move((view) => {
      const slid = panView(view, size, -by.x, -by.y)
      return pinch ? zoomView(slid, size, pinch.factor, pinch.at) : slid
    })
  }

  function release({ pointerId }: PointerEvent) {
    pointers.current.delete(pointerId)
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      if (pointers.current.size === 0) moved.current = false
      pointers.current.set(event.pointerId, fromCentre(event, event.currentTarget))
    },
    onPointerMove,
    onPointerUp: release,
    onPointerCancel: release,
    onLostPointerCapture: (event: PointerEvent<HTMLElement>) => {
      // A finger is captured by what it touches first, until the map captures it.
      if (event.target === event.currentTarget) release(event)
    },
  }
}

function wheelPixels({ deltaMode, deltaY, ctrlKey }: WheelEvent): number {
  if (deltaMode === WheelEvent.DOM_DELTA_LINE) return deltaY * LINE_PX
  if (deltaMode === WheelEvent.DOM_DELTA_PAGE) return deltaY * PAGE_PX
  // With Control a touch pad reports a pinch, in small steps.
  return ctrlKey ? deltaY * 4 : deltaY
}
