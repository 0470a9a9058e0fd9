/** The part of the points at each end of an axis that may be outliers. */
const OUTLIERS = 0.001
/** With so many points, one at each end may be an outlier, although it is a larger part of them. */
const OUTLIER_FROM_POINTS = 100

/** The part of so many points that may be outliers, at each end of an axis. */
export function innerShare(count: number): number {
  return count >= OUTLIER_FROM_POINTS && count * OUTLIERS < 1 ? 1 / count : OUTLIERS
}

/** @param values sorted @param outliers the part of them that is left out at each end */
export function between(values: Float64Array, outliers: number): [number, number] {
  const left = Math.floor(values.length * outliers)
  return [values[left] ?? 0, values[values.length - 1 - left] ?? 0]
}
