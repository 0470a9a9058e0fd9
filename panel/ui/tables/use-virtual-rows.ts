import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Height of a row of a table, in CSS pixels. */
export const ROW_HEIGHT_PX = 52
/** The height of the sticky headers of the panel and of the table, in CSS pixels. */
const STICKY_PX = 60 + 36
/** The number of rows that are rendered before and after the visible ones. */
const OVERSCAN = 6

/** A row to render, or the height of rows that are not rendered, in CSS pixels. */
type VirtualRow = { index: number } | { gap: number; key: string }

/**
 * The rows of `count` to render: the visible ones, and always `kept`, which has the focus or will get it.
 *
 * @param rowHeight in CSS pixels
 * @param stickyPx the total height of the sticky elements above the rows, in CSS pixels
 */
export function useVirtualRows(
  body: RefObject<HTMLElement | null>,
  count: number,
  kept: number,
  { rowHeight = ROW_HEIGHT_PX, stickyPx = STICKY_PX } = {},
) {
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    // If the content above the table grows, the page grows too, so observing the page is enough.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    measure()
    return () => observer.disconnect()

    function measure() {
      if (body.current) setScrollMargin(body.current.getBoundingClientRect().top + window.scrollY)
    }
  }, [body])

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin,
    scrollPaddingStart: stickyPx,
    rangeExtractor: (range) => {
      const indexes = new Set(defaultRangeExtractor(range))
      if (kept < count) indexes.add(kept)
      return [...indexes].sort((one, other) => one - other)
    },
  })

  const virtualRows: VirtualRow[] = []
  let next = 0
  let gaps = 0
  for (const { index } of virtualizer.getVirtualItems()) {
    // A gap keeps its key at every scroll position, so that its element is updated and not replaced.
    if (index > next) virtualRows.push({ gap: (index - next) * rowHeight, key: `gap ${gaps++}` })
    virtualRows.push({ index })
    next = index + 1
  }
  if (next < count) virtualRows.push({ gap: (count - next) * rowHeight, key: 'end' })
  return { virtualRows, scrollToRow: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }) }
}
