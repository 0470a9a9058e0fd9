import { between, type Direction, limit } from './direction.ts'

/** The time in which the speed of the inertia falls to about a third, in milliseconds. */
const INERTIA_MS = 220
/** The inertia ends below this speed, in degrees per millisecond. */
const INERTIA_MIN_SPEED = 0.002
/** How long a turn to a given direction takes, in milliseconds. */
const TURN_MS = 180

/** An animation: returns the direction after `elapsed` milliseconds, or undefined when it has ended. */
export type Motion = (from: Direction, elapsed: number) => Direction | undefined

/** Inertia: after a drag the picture continues to turn and slows down. @param speed in degrees per millisecond */
export function inertia(speed: { yaw: number; pitch: number }): Motion {
  let { yaw, pitch } = speed
  return (from, elapsed) => {
    if (Math.hypot(yaw, pitch) < INERTIA_MIN_SPEED) return undefined
    const turned = { ...from, yaw: from.yaw + yaw * elapsed, pitch: from.pitch + pitch * elapsed }
    const rest = Math.exp(-elapsed / INERTIA_MS)
    yaw *= rest
    pitch *= rest
    return turned
  }
}

/** Turns the view to a direction, and slows down at the end. */
export function turn(from: Direction, to: Direction): Motion {
  let time = 0
  return (_, elapsed) => {
    if (time >= TURN_MS) return undefined
    time += elapsed
    const share = limit(time / TURN_MS, 0, 1)
    return between(from, to, 1 - (1 - share) ** 3)
  }
}
