import { type RefObject, useLayoutEffect, useState } from 'react'
import { pixelsOf } from '#panel/ui/root-font.ts'

/** What stays free below the element, in CSS pixels. */
const MARGIN_PX = pixelsOf(1.5)

/** The height from the top of an element to the end of the window when the page is at its top, in CSS pixels; 0 until it is measured. */
export function useRoomBelow(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (!element.current) return
      const { top } = element.current.getBoundingClientRect()
      setRoom(Math.max(0, Math.floor(window.innerHeight - top - window.scrollY - MARGIN_PX)))
    }
    // What is above the element may grow.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    window.addEventListener('resize', measure)
    measure()
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [element])
  return room
}
