import type { Place } from './projection.ts'

const DIRECTIONS: Record<string, Place> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
/** The weight of the distance sideways, so that markers straight ahead are preferred. */
const SIDEWAYS_COST = 2

/** The direction of an arrow key. */
export function directionOf(key: string): Place | undefined {
  return DIRECTIONS[key]
}

/** The nearest of `markers` in a direction from `start`, within 45 degrees to both sides. */
export function nextMarker<Marker extends Place>(
  markers: Marker[],
  start: Place,
  direction: Place,
): Marker | undefined {
  let best: Marker | undefined
  let least = Infinity
  for (const marker of markers) {
    const dx = marker.x - start.x
    const dy = marker.y - start.y
    const ahead = dx * direction.x + dy * direction.y
    const sideways = Math.abs(dx * direction.y - dy * direction.x)
    const cost = ahead + sideways * SIDEWAYS_COST
    if (ahead > 0 && sideways <= ahead && cost < least) {
      best = marker
      least = cost
    }
  }
  return best
}
