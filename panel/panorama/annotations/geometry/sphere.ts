import { degrees, type Point, radians } from '#panel/panorama/view/direction.ts'
import { CIRCLE_POINTS, type Geometry } from './geometry.ts'

/** The largest distance between two points of a line, in degrees. */
const STEP = 2
/** Below this, in radians, two directions are the same. */
const TINY = 1e-9

/** A direction from the centre of the sphere: x to the right, y upwards, z backwards. */
type Vector = readonly [x: number, y: number, z: number]

/** The geometry of the sphere. It uses vectors instead of angles, so that ±180° and the poles are not special cases. */
export const SPHERE: Geometry = {
  line(from, to) {
    const [a, b] = [toVector(from), toVector(to)]
    const angle = angleBetween(a, b)
    if (angle < TINY) return [from, to]
    const steps = Math.ceil(degrees(angle) / STEP)
    return Array.from({ length: steps + 1 }, (_, index) => {
      const share = index / steps
      const [ofA, ofB] = [Math.sin((1 - share) * angle), Math.sin(share * angle)]
      return toPoint(sum(scaled(a, ofA), scaled(b, ofB)))
    })
  },
  circle(centre, radius) {
    const axis = toVector(centre)
    const [right, up] = acrossTo(axis)
    const middle = scaled(axis, Math.cos(radians(radius)))
    return Array.from({ length: CIRCLE_POINTS + 1 }, (_, index) => {
      const turn = (2 * Math.PI * (index % CIRCLE_POINTS)) / CIRCLE_POINTS
      const side = sum(scaled(right, Math.cos(turn)), scaled(up, Math.sin(turn)))
      return toPoint(sum(middle, scaled(side, Math.sin(radians(radius)))))
    })
  },
  distance: (one, other) => degrees(angleBetween(toVector(one), toVector(other))),
  movement(from, to) {
    const [a, b] = [toVector(from), toVector(to)]
    const angle = angleBetween(a, b)
    if (angle < TINY) return (point) => point
    const axis = normalized(cross(a, b))
    return (point) => toPoint(rotated(toVector(point), axis, angle))
  },
}

function toVector({ yaw, pitch }: Point): Vector {
  const [longitude, latitude] = [radians(yaw), radians(pitch)]
  const level = Math.cos(latitude)
  return [Math.sin(longitude) * level, Math.sin(latitude), -Math.cos(longitude) * level]
}

function toPoint([x, y, z]: Vector): Point {
  return { yaw: degrees(Math.atan2(x, -z)), pitch: degrees(Math.atan2(y, Math.hypot(x, z))) }
}

/** Two directions at right angles to this one and to each other. */
function acrossTo(axis: Vector): [Vector, Vector] {
  const upright: Vector = Math.abs(axis[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]
  const right = normalized(cross(upright, axis))
  return [right, cross(axis, right)]
}

/** @see https://en.wikipedia.org/wiki/Rodrigues%27_rotation_formula */
function rotated(vector: Vector, axis: Vector, angle: number): Vector {
  const along = scaled(axis, dot(axis, vector) * (1 - Math.cos(angle)))
  return sum(sum(scaled(vector, Math.cos(angle)), scaled(cross(axis, vector), Math.sin(angle))), along)
}

/** In radians. More exact for small angles than the inverse cosine. */
function angleBetween(a: Vector, b: Vector): number {
  return Math.atan2(Math.hypot(...cross(a, b)), dot(a, b))
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function sum(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

function scaled([x, y, z]: Vector, factor: number): Vector {
  return [x * factor, y * factor, z * factor]
}

function normalized(vector: Vector): Vector {
  return scaled(vector, 1 / Math.hypot(...vector))
}
