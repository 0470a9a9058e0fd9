import { degrees, type Point, radians } from '#panel/panorama/view/direction.ts'
import type { Position } from '#panel/panorama/view/view-camera.ts'
import { CIRCLE_POINTS, type Geometry } from './geometry.ts'

/** The geometry of a flat photo. Its points are directions to a plane at the distance 1. */
export const PLANE: Geometry = {
  line: (from, to) => [from, to],
  circle(centre, radius) {
    const { x, y } = toPlane(centre)
    return Array.from({ length: CIRCLE_POINTS + 1 }, (_, index) => {
      const turn = (2 * Math.PI * (index % CIRCLE_POINTS)) / CIRCLE_POINTS
      return toPoint({ x: x + radius * Math.cos(turn), y: y + radius * Math.sin(turn) })
    })
  },
  distance(one, other) {
    const [a, b] = [toPlane(one), toPlane(other)]
    return Math.hypot(b.x - a.x, b.y - a.y)
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
