import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'
import { useIsPrinting } from './use-is-printing.ts'
import { useWindowRows } from './use-window-rows.ts'

interface GridMeasures {
  /** The smallest width of a cell, in CSS pixels. */
  minWidth: number
  /** The distance between cells, in CSS pixels. */
  gap: number
  /** The smallest height of a cell of this width, in CSS pixels. */
  height: (width: number) => number
}

/**
 * A grid of `count` cells that scrolls with the page: the cells to render, the visible ones and always `kept`, which has the focus or
 * will get it; all while the page is printed. The cells are placed absolutely in `list`, which must have `listStyle`; each has its index
 * as `data-row`. All rows are as high as the highest cell that was rendered, whose text may be long or large.
 */
export function useVirtualGrid(list: RefObject<HTMLElement | null>, count: number, measures: GridMeasures) {
  const { minWidth, gap, height } = measures
  const [place, setPlace] = useState({ width: 0, top: 0 })
  const [kept, keep] = useState(0)
  /** What the highest cell needs, in CSS pixels with the gap, at a width of the cells. */
  const [highest, setHighest] = useState({ cellWidth: 0, height: 0 })
  const isPrinting = useIsPrinting()
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // If the content above the grid grows, the page grows too.
    observer.observe(document.body)
    measure()
    return () => observer.disconnect()

    function measure() {
      const { width, top } = (element as HTMLElement).getBoundingClientRect()
      setPlace((before) => {
        const next = { width, top: top + window.scrollY }
        return before.width === next.width && before.top === next.top ? before : next
      })
    }
  }, [list])

  const columns = Math.max(1, Math.floor((place.width + gap) / (minWidth + gap)))
  const cellWidth = (place.width - gap * (columns - 1)) / columns
  const cellHeight = Math.round(height(cellWidth))
  const pitch = Math.max(cellHeight + gap, highest.cellWidth === cellWidth ? highest.height : 0)
  const rows = Math.ceil(count / columns)

  const { first, last, scrollToRow } = useWindowRows({ count: rows, pitch, gap, top: place.top })
  // After every rendering, because each may show other texts.
  useLayoutEffect(() => {
    const cells = [...(list.current?.querySelectorAll<HTMLElement>(':scope > [data-row]') ?? [])]
    const height = Math.max(
      ...cells.map((cell) => cell.scrollHeight + cell.offsetHeight - cell.clientHeight + gap),
    )
    if (height > pitch) setHighest({ cellWidth, height })
  })

  const cells = rowsToRender().flatMap((row) =>
    Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) => ({
      index: row * columns + column,
      left: column * (cellWidth + gap),
      top: row * pitch,
      height: pitch - gap,
    })),
  )
  return {
    cells,
    columns,
    cellWidth,
    /** Always renders the cell with this index, at every scroll position. */
    keep,
    scrollToCell: (index: number) => scrollToRow(Math.floor(index / columns)),
    listStyle: { position: 'relative', height: Math.max(0, rows * pitch - gap) } satisfies CSSProperties,
  }

  function rowsToRender(): number[] {
    if (isPrinting) return range(0, rows - 1)
    if (place.width === 0) return []
    const keptRow = Math.floor(kept / columns)
    return [
      ...(keptRow < first ? [keptRow] : []),
      ...range(first, last),
      ...(keptRow > last && keptRow < rows ? [keptRow] : []),
    ]
  }
}

/** The whole numbers from `first` to `last`, with both. */
function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
