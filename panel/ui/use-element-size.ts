import { type RefObject, useLayoutEffect, useState } from 'react'

/** The size of an element in CSS pixels, updated with it. Before the first measurement it is a guess, which is never painted. */
export function useElementSize(element: RefObject<HTMLElement | null>): {
  width: number
  height: number
} {
  const [size, setSize] = useState({ width: 800, height: 500 })
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = measured
      if (width > 0 && height > 0) setSize({ width, height })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    measure()
    return () => observer.disconnect()
  }, [element])
  return size
}
