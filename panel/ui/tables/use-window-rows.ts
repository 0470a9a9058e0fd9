import { useSyncExternalStore } from 'react'

/** The number of rows that are rendered above and below the visible ones. */
const OVERSCAN = 1

interface WindowRows {
  count: number
  /** From the top of a row to the top of the next one, in CSS pixels. */
  pitch: number
  /** The part of the pitch that is free below each row, in CSS pixels. */
  gap: number
  /** From the top of the page to the first row, in CSS pixels. */
  top: number
}

/**
 * The rows to render of a list that scrolls with the page and whose rows are all equally high: `first` to `last`, with both. Rows of
 * different heights need the library of `useVirtualRows`, which is larger than the rest of a list.
 */
export function useWindowRows({ count, pitch, gap, top }: WindowRows) {
  const rowAt = (y: number) => Math.floor((y - top) / pitch)
  // The numbers change seldom, so a scroll seldom renders.
  const first = useSyncExternalStore(subscribe, () => Math.max(0, rowAt(window.scrollY) - OVERSCAN))
  const last = useSyncExternalStore(subscribe, () =>
    Math.min(count - 1, rowAt(window.scrollY + window.innerHeight) + OVERSCAN),
  )

  /** Scrolls as little as is needed to see the whole row. */
  function scrollToRow(row: number) {
    const begin = top + row * pitch - headerHeight() - gap
    const end = top + (row + 1) * pitch - window.innerHeight
    if (window.scrollY < end) window.scrollTo({ top: end })
    else if (window.scrollY > begin) window.scrollTo({ top: Math.max(0, begin) })
  }
  return { first, last, scrollToRow }
}

function subscribe(notify: () => void) {
  const controller = new AbortController()
  const options = { passive: true, signal: controller.signal }
  window.addEventListener('scroll', notify, options)
  window.addEventListener('resize', notify, options)
  return () => controller.abort()
}

/** The height of the header of the panel, which sticks above the list, in CSS pixels. */
function headerHeight(): number {
  return document.querySelector('body header')?.getBoundingClientRect().height ?? 0
}
