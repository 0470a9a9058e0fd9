/** Half-heights of a blade above and below its axis, in points, from the root (0) to the tip (1). */
const LEADING: [at: number, height: number][] = [
  [0, 19],
  [0.06, 19],
  [0.2, 26],
  [0.32, 25],
  [0.6, 18],
  [0.88, 9],
  [0.97, 4],
  [1, 0],
]
const TRAILING: [at: number, height: number][] = [
  [0, 19],
  [0.05, 19.5],
  [0.14, 32],
  [0.23, 40],
  [0.36, 34],
  [0.6, 23],
  [0.85, 12],
  [0.97, 5],
  [1, 0],
]
const STEPS = 90

/** The distance of the leading edge from the axis. @param at from 0 at the root to 1 at the tip */
export const leadingEdge = (at: number) => smooth(LEADING, at)
/** The distance of the trailing edge from the axis. */
export const trailingEdge = (at: number) => smooth(TRAILING, at)

/** The outline of a blade; its axis is the x axis, and the leading edge is above. */
export function bladeOutline(length: number): [number, number][] {
  const steps = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS)
  const above = steps.map((at) => [at * length, -leadingEdge(at)] as [number, number])
  const below = steps.map((at) => [at * length, trailingEdge(at)] as [number, number])
  return [...above, ...below.reverse()]
}

/** A smooth curve through the points. @see Catmull and Rom, "A class of local interpolating splines" (1974) */
function smooth(points: [number, number][], at: number): number {
  const next = Math.max(
    1,
    points.findIndex(([place]) => place >= at),
  )
  const height = (index: number) => points[Math.min(Math.max(index, 0), points.length - 1)]?.[1] ?? 0
  const [from = [0, 0], to = [1, 0]] = [points[next - 1], points[next]]
  const t = Math.min(1, Math.max(0, (at - from[0]) / (to[0] - from[0])))
  const [before, start, end, after] = [height(next - 2), height(next - 1), height(next), height(next + 1)]
  const bend = 2 * start + (end - before) * t
  const second = (2 * before - 5 * start + 4 * end - after) * t ** 2
  return Math.max(0, (bend + second + (3 * start - before - 3 * end + after) * t ** 3) / 2)
}
