import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  /** The class of its width; without one a column takes what the others leave. */
  width?: string
  /** Figures stand at the right, under each other. */
  isFigure?: boolean
  /** `tabIndex` belongs on whatever in the cell takes the focus. */
  cell: (row: Row, tabIndex: 0 | -1) => ReactNode
}

export interface Sort {
  /** The id of a column. */
  by: string
  descending: boolean
}
