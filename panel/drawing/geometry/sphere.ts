import { Quaternion, Vector3 } from 'three'
import { CIRCLE_TURNS, type Geometry } from './geometry.ts'
import { degrees, type Point, radians } from './point.ts'

/** The largest distance between two points of a line, in degrees. */
const STEP = 2
/** Below this, in radians, two directions are the same. */
const TINY = 1e-9

/** The geometry of the sphere. It uses vectors instead of angles, so that ±180° and the poles are not special cases. */
export const SPHERE: Geometry = {
  line(from, to) {
    const { axis, angle } = turnBetween(from, to)
    if (angle < TINY) return [from, to]
    const steps = Math.ceil(degrees(angle) / STEP)
    return Array.from({ length: steps + 1 }, (_, index) =>
      toPoint(toVector(from).applyAxisAngle(axis, (index / steps) * angle)),
    )
  },
  circle(centre, edge) {
    const axis = toVector(centre)
    return CIRCLE_TURNS.map((turn) => toPoint(toVector(edge).applyAxisAngle(axis, turn)))
  },
  movement(from, to) {
    const { axis, angle } = turnBetween(from, to)
    if (angle < TINY) return (point) => point
    const turn = new Quaternion().setFromAxisAngle(axis, angle)
    return (point) => toPoint(toVector(point).applyQuaternion(turn))
  },
}

/** The rotation along the great circle from one point to another. @returns the angle in radians */
function turnBetween(from: Point, to: Point): { axis: Vector3; angle: number } {
  const [a, b] = [toVector(from), toVector(to)]
  const axis = a.clone().cross(b)
  // More exact for small angles than the inverse cosine.
  const angle = Math.atan2(axis.length(), a.dot(b))
  return { axis: axis.normalize(), angle }
}

/** A direction from the centre of the sphere: x to the right, y upwards, z backwards. */
function toVector({ yaw, pitch }: Point): Vector3 {
  const [longitude, latitude] = [radians(yaw), radians(pitch)]
  const level = Math.cos(latitude)
  return new Vector3(Math.sin(longitude) * level, Math.sin(latitude), -Math.cos(longitude) * level)
}

function toPoint({ x, y, z }: Vector3): Point {
  return { yaw: degrees(Math.atan2(x, -z)), pitch: degrees(Math.atan2(y, Math.hypot(x, z))) }
}
