import { CIRCLE_TURNS, type Geometry } from './geometry.ts'
import { degrees, distanceBetween, type Point, type Position, radians } from './point.ts'

/** The geometry of a flat photo. Its points are directions to a plane at the distance 1. */
export const PLANE: Geometry = {
  line: (from, to) => [from, to],
  circle(centre, edge) {
    const { x, y } = toPlane(centre)
    const radius = distanceBetween({ x, y }, toPlane(edge))
    return CIRCLE_TURNS.map((turn) =>
      toPoint({ x: x + radius * Math.cos(turn), y: y + radius * Math.sin(turn) }),
    )
  },
  movement(from, to) {
    const [a, b] = [toPlane(from), toPlane(to)]
    return (point) => {
      const { x, y } = toPlane(point)
      return toPoint({ x: x + b.x - a.x, y: y + b.y - a.y })
    }
  },
}

function toPlane({ yaw, pitch }: Point): Position {
  return { x: Math.tan(radians(yaw)), y: Math.tan(radians(pitch)) }
}

function toPoint({ x, y }: Position): Point {
  return { yaw: degrees(Math.atan(x)), pitch: degrees(Math.atan(y)) }
}
