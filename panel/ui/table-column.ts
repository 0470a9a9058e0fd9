import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  /** The class of the column's width. A column without one takes the remaining width. */
  width?: string
  /** True for numbers, which are aligned to the right. */
  isFigure?: boolean
  /** `tabIndex` must be set on the focusable element in the cell. */
  cell: (row: Row, tabIndex: 0 | -1) => ReactNode
}

export interface Sort {
  /** The id of a column. */
  by: string
  descending: boolean
}
