export interface FittingColumn {
  /** The smallest width that shows the texts of the column well, in rem. */
  width: number
  /** The share that the column takes of the remaining width. Without it, the column keeps its width. */
  grow?: number
  /** The order in which columns leave a table that is too narrow: the greatest leaves first. Without it, the column always stays. */
  leaves?: number
}

/**
 * A column of a table, with its part of the width as CSS writes it. The header has it: with a `<colgroup>`, Chrome does not keep the rows in view
 * at their place when others appear above them.
 */
export type Fitted<Column extends FittingColumn> = Column & { part: string }

/**
 * The columns that a table has room for. A narrow table leaves out whole columns, so that the texts of the others are not cut.
 *
 * @param width of the table, in rem
 */
export function fitColumns<Column extends FittingColumn>(
  columns: readonly Column[],
  width: number,
): Fitted<Column>[] {
  const shown = [...columns]
  const needed = () => shown.reduce((sum, column) => sum + column.width, 0)
  while (needed() > width) {
    const [next] = shown.filter(({ leaves }) => leaves !== undefined).sort((a, b) => rank(b) - rank(a))
    if (!next) break
    shown.splice(shown.indexOf(next), 1)
  }
  const spare = Number.isFinite(width) ? Math.max(0, width - needed()) : 0
  const shares = shown.reduce((sum, { grow = 0 }) => sum + grow, 0)
  const widthOf = ({ width, grow = 0 }: Column) => width + (shares > 0 ? (spare * grow) / shares : 0)
  const total = shown.reduce((sum, column) => sum + widthOf(column), 0)
  return shown.map((column) => ({ ...column, part: `${(100 * widthOf(column)) / total}%` }))
}

function rank({ leaves = 0 }: FittingColumn): number {
  return leaves
}
