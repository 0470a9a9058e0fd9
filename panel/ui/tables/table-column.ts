import type { ReactNode } from 'react'
import type { FittingColumn } from './fit-columns.ts'

export interface Column<Row> extends FittingColumn {
  id: string
  header: string
  /** True for numbers, which are aligned to the right. */
  isFigure?: boolean
  /** True for the buttons of the rows. Their column never leaves, does not sort and is not printed. */
  isActions?: boolean
  /** `tabIndex` must be set on the focusable element in the cell. */
  cell: (row: Row, tabIndex: 0 | -1) => ReactNode
}

export interface Sort {
  /** The id of a column. */
  by: string
  descending: boolean
}

/** The classes of every header of a column. It sticks below the header of the panel, or below the bar of the page. */
export function headClass(isBelowBar: boolean): string {
  return `sticky z-table-head border-b border-hairline-strong/60 bg-ground text-left text-note font-medium text-ink-faint ${isBelowBar ? 'top-below-bar' : 'top-header'}`
}
