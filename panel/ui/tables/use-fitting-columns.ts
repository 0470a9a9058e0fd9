import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { pixelsOf } from '#panel/ui/root-font.ts'
import { type Fitted, type FittingColumn, fitColumns } from './fit-columns.ts'

/** The columns that `table` has room for, whatever is beside it and however large the type is. */
export function useFittingColumns<Column extends FittingColumn>(
  table: RefObject<HTMLTableElement | null>,
  columns: readonly Column[],
): Fitted<Column>[] {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure)
    const element = table.current
    if (element) observer.observe(element)
    measure()
    return () => observer.disconnect()

    function measure() {
      if (element && element.clientWidth > 0) setWidth(element.clientWidth / pixelsOf(1))
    }
  }, [table])
  return useMemo(() => fitColumns(columns, width), [columns, width])
}
