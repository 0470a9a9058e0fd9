import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { pixelsOf } from '#panel/ui/root-font.ts'
import { useIsPrinting } from './use-is-printing.ts'

/** The smallest height of a row of a table, in CSS pixels. A row with long names is higher. */
export const ROW_HEIGHT_PX = pixelsOf(3.25)
/** The number of rows that are rendered before and after the visible ones. */
const OVERSCAN = 6

/** A row to render, or the height of rows that are not rendered, in CSS pixels. */
type VirtualRow = { index: number } | { gap: number; key: string }

/**
 * The rows of `count` to render: the visible ones, and always `kept`, which has the focus or will get it.
 *
 * @param rowHeight the smallest height of a row, in CSS pixels
 */
export function useVirtualRows(
  body: RefObject<HTMLElement | null>,
  count: number,
  kept: number,
  rowHeight = ROW_HEIGHT_PX,
) {
  const isPrinting = useIsPrinting()
  const [{ scrollMargin, stickyPx }, setPlace] = useState({ scrollMargin: 0, stickyPx: 0 })
  useLayoutEffect(() => {
    // If the content above the table grows, the page grows too, so observing the page is enough.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    measure()
    return () => observer.disconnect()

    function measure() {
      if (!body.current) return
      const scrollMargin = body.current.getBoundingClientRect().top + window.scrollY
      // The head of the table sticks below everything else that sticks at the top.
      const head = body.current.closest('table')?.querySelector('th')
      const stickyPx = head ? (Number.parseFloat(getComputedStyle(head).top) || 0) + head.offsetHeight : 0
      setPlace((before) =>
        before.scrollMargin === scrollMargin && before.stickyPx === stickyPx
          ? before
          : { scrollMargin, stickyPx },
      )
    }
  }, [body])

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    // A row of a table that is hidden has no height, and all rows would be rendered.
    measureElement: (row: HTMLElement) => Math.max(rowHeight, row.offsetHeight),
    overscan: OVERSCAN,
    scrollMargin,
    scrollPaddingStart: stickyPx,
    indexAttribute: 'data-row',
    rangeExtractor: (range) => {
      const indexes = new Set(defaultRangeExtractor(range))
      if (kept < count) indexes.add(kept)
      return [...indexes].sort((a, b) => a - b)
    },
  })

  // Where the browser keeps what is in view at its place, a second correction would move it.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => !CSS.supports('overflow-anchor: auto')

  const virtualRows: VirtualRow[] = []
  if (isPrinting) {
    virtualRows.push(...Array.from({ length: count }, (_, index) => ({ index })))
  } else {
    let end = scrollMargin
    let gaps = 0
    for (const row of virtualizer.getVirtualItems()) {
      // A gap keeps its key at every scroll position, so that its element is updated and not replaced.
      if (row.start > end) virtualRows.push({ gap: row.start - end, key: `gap ${gaps++}` })
      virtualRows.push({ index: row.index })
      end = row.end
    }
    const rest = scrollMargin + virtualizer.getTotalSize() - end
    if (rest > 0) virtualRows.push({ gap: rest, key: 'end' })
  }
  return {
    virtualRows,
    scrollToRow: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    /** The `ref` of each row, which has its index as `data-row`. */
    measureRow: virtualizer.measureElement,
  }
}
