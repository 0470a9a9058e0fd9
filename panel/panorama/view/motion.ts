import { between, type Direction, limited } from './direction.ts'

/** Milliseconds until the speed of a swing has fallen to a third. */
const SWING_MS = 220
/** A swing ends below this speed, in degrees for each millisecond. */
const SLOWEST = 0.002
/** How long a turn to a given direction takes, in milliseconds. */
const TURN_MS = 180

/** A movement that goes on by itself: the direction after `elapsed` milliseconds, undefined when it has ended. */
export type Motion = (from: Direction, elapsed: number) => Direction | undefined

/** The picture goes on turning for a moment after it is let go. @param speed in degrees for each millisecond */
export function swing(speed: { yaw: number; pitch: number }): Motion {
  let { yaw, pitch } = speed
  return (from, elapsed) => {
    if (Math.hypot(yaw, pitch) < SLOWEST) return undefined
    const turned = { ...from, yaw: from.yaw + yaw * elapsed, pitch: from.pitch + pitch * elapsed }
    const rest = Math.exp(-elapsed / SWING_MS)
    yaw *= rest
    pitch *= rest
    return turned
  }
}

/** The view turns to a direction, and arrives softly. */
export function turn(from: Direction, to: Direction): Motion {
  let time = 0
  return (_, elapsed) => {
    if (time >= TURN_MS) return undefined
    time += elapsed
    const share = limited(time / TURN_MS, 0, 1)
    return between(from, to, 1 - (1 - share) ** 3)
  }
}
