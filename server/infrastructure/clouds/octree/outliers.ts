/** The fraction of points at each end of an axis that may be outliers. */
const OUTLIERS = 0.001
/** From this count on, one point at each end may be an outlier, even if it exceeds that fraction. */
const OUTLIER_FROM_POINTS = 100

/** The fraction of outliers among that many points, at each end of an axis. */
export function innerShare(count: number): number {
  return count >= OUTLIER_FROM_POINTS && count * OUTLIERS < 1 ? 1 / count : OUTLIERS
}

/** @param values sorted @param outliers the fraction excluded at each end */
export function between(values: Float64Array, outliers: number): [number, number] {
  const left = Math.floor(values.length * outliers)
  return [values[left] ?? 0, values[values.length - 1 - left] ?? 0]
}
