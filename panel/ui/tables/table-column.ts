import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  /** The class of the column's width. A column without one takes the remaining width. */
  width?: string
  /** True for columns that windows narrower than 1280 pixels have no room for. */
  isWide?: boolean
  /** True for numbers, which are aligned to the right. */
  isFigure?: boolean
  /** `tabIndex` must be set on the focusable element in the cell. */
  cell: (row: Row, tabIndex: 0 | -1) => ReactNode
}

/** The class of what belongs to a column with `isWide`. */
export const WIDE_CLASS = 'max-xl:hidden'

export interface Sort {
  /** The id of a column. */
  by: string
  descending: boolean
}
