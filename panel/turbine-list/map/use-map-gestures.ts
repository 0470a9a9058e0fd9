import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { isReleased } from '#panel/ui/pointer-release.ts'
import { type MapView, panView, type Size, zoomView } from './map-view.ts'

/** If a pointer moves further than this, in pixels, it is a drag; otherwise it is a click. */
const CLICK_SLOP_PX = 4
/** How many pixels of a wheel double the zoom. */
const WHEEL_PX = 240
/** The pixels of a line and of a page, for wheels that count in these. */
const LINE_PX = 24
const PAGE_PX = 400

type Move = (next: (view: MapView) => MapView) => void

/** Dragging moves the map, the wheel zooms at the pointer. */
export function useMapGestures(surface: RefObject<HTMLElement | null>, size: Size, move: Move) {
  const drag = useRef<{ pointerId: number; x: number; y: number; moved: boolean } | null>(null)

  useEffect(() => {
    const element = surface.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const factor = 2 ** (-wheelPixels(event) / WHEEL_PX)
      const at = fromCentre(event, element, size)
      move((view) => zoomView(view, size, factor, at))
    }
    // React registers wheel listeners as passive, and those cannot keep the page from scrolling.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [surface, size, move])

  function endDrag() {
    drag.current = null
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const { pointerId, clientX: x, clientY: y } = event
      if (event.button === 0) drag.current = { pointerId, x, y, moved: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (isReleased(event)) endDrag()
      if (drag.current?.pointerId !== event.pointerId) return
      const dx = drag.current.x - event.clientX
      const dy = drag.current.y - event.clientY
      if (!drag.current.moved && Math.hypot(dx, dy) < CLICK_SLOP_PX) return
      // The map captures the pointer, so that its release does not click on a marker.
      if (!drag.current.moved) event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { pointerId: event.pointerId, x: event.clientX, y: event.clientY, moved: true }
      move((view) => panView(view, size, dx, dy))
    },
    onPointerUp: endDrag,
    onPointerCancel: endDrag,
    onLostPointerCapture: endDrag,
  }
}

function wheelPixels({ deltaMode, deltaY, ctrlKey }: WheelEvent): number {
  if (deltaMode === WheelEvent.DOM_DELTA_LINE) return deltaY * LINE_PX
  if (deltaMode === WheelEvent.DOM_DELTA_PAGE) return deltaY * PAGE_PX
  // With Control a touch pad reports a pinch, in small steps.
  return ctrlKey ? deltaY * 4 : deltaY
}

/** The pointer's distance from the centre of the map, in pixels. */
export function fromCentre(
  { clientX, clientY }: { clientX: number; clientY: number },
  element: HTMLElement,
  size: Size,
) {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left - size.width / 2, y: clientY - top - size.height / 2 }
}
