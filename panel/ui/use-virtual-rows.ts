import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Height of a row of a table, in CSS pixels. */
export const ROW_HEIGHT_PX = 52
/** What sticks at the top of the window over a table: the panel's header and the table's own, in CSS pixels. */
const STICKY_PX = 60 + 36
/** Rows that are drawn before and after those in sight. */
const OVERSCAN = 12

/** A row to draw, or the height of rows that are left out, in CSS pixels. */
type Piece = { index: number } | { gap: number; key: string }

/** Which rows of `count` to draw: those in sight, and always `kept`, which has the focus or will get it. */
export function useVirtualRows(body: RefObject<HTMLElement | null>, count: number, kept: number) {
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    if (body.current) setScrollMargin(body.current.getBoundingClientRect().top + window.scrollY)
  }, [body])

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: OVERSCAN,
    scrollMargin,
    scrollPaddingStart: STICKY_PX,
    rangeExtractor: (range) => {
      const indexes = new Set(defaultRangeExtractor(range))
      if (kept < count) indexes.add(kept)
      return [...indexes].sort((one, other) => one - other)
    },
  })

  const pieces: Piece[] = []
  let next = 0
  for (const { index } of virtualizer.getVirtualItems()) {
    if (index > next) pieces.push({ gap: (index - next) * ROW_HEIGHT_PX, key: `before ${index}` })
    pieces.push({ index })
    next = index + 1
  }
  if (next < count) pieces.push({ gap: (count - next) * ROW_HEIGHT_PX, key: 'end' })
  return { pieces, scrollToRow: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }) }
}
