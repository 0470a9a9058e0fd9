/** The columns of a file of findings whose cells can be wrong. */
export const CHECKED_COLUMNS = [
  ...['turbine', 'blade', 'side', 'type', 'severity', 'place', 'status', 'year', 'found_on', 'own_due_on'],
  ...['length_mm', 'width_mm', 'area_cm2', 'opening_mm', 'diameter_mm', 'depth_mm', 'count', 'photo'],
]

/** A file of findings whose lines are refused, because all of their cells are wrong. */
export function wrongLines(columns: readonly string[], lines: number): string {
  return `${columns.join(';')}\n${`${columns.map(() => 'x').join(';')}\n`.repeat(lines)}`
}
