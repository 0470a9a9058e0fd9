/**
 * A simple model of the inside of a blade: a tapering elliptical shell, cut by flat shear
 * webs into cells. The camera is at the origin; x runs along the chord, y up, z towards the tip; all in metres.
 */
export interface Room {
  /** Half axes of the shell at the camera, along x and y. */
  halfWidth: number
  halfHeight: number
  /** The position of the camera relative to the middle of the shell. */
  offsetX: number
  offsetY: number
  /** Distance from the camera to the point where the tapering shell would end. */
  apex: number
  /** The cell's walls at the camera, as x; infinity where the shell itself closes the cell. */
  webLeft: number
  webRight: number
  /** Distance to the bulkhead behind the camera, and to the end of the cell in front of the camera. */
  rootEnd: number
  tipEnd: number
  /** Distance of the camera from the blade's root, as lettered on the web. */
  station: number
}

export const SHELL = 0
export const WEB_LEFT = 1
export const WEB_RIGHT = 2
export const ROOT_END = 3
export const TIP_END = 4
export const CABLE = 5

/** Where a ray met the room. One object is filled again and again: a panorama casts eight million rays. */
export interface Hit {
  part: number
  distance: number
  x: number
  y: number
  z: number
  nx: number
  ny: number
  nz: number
}

/** Radius of the lightning conductor, and how high above the floor's middle it hangs on the left web. */
const CABLE_RADIUS = 0.014
const CABLE_HEIGHT = 0.12

/** Casts a ray of unit direction from the camera; it always meets something. */
export function castRay(room: Room, dx: number, dy: number, dz: number, hit: Hit): void {
  hit.distance = dz < 0 ? room.rootEnd / -dz : room.tipEnd / Math.max(dz, 1e-6)
  hit.part = dz < 0 ? ROOT_END : TIP_END
  const shell = toShell(room, dx, dy, dz)
  if (shell < hit.distance) {
    hit.distance = shell
    hit.part = SHELL
  }
  // Webs lean inwards with the taper: x = web × (1 − z / apex).
  const left = room.webLeft / (dx + (room.webLeft * dz) / room.apex)
  if (left > 0 && left < hit.distance) {
    hit.distance = left
    hit.part = WEB_LEFT
  }
  const right = room.webRight / (dx + (room.webRight * dz) / room.apex)
  if (right > 0 && right < hit.distance) {
    hit.distance = right
    hit.part = WEB_RIGHT
  }
  const cable = toCable(room, dx, dy, dz)
  if (cable > 0 && cable < hit.distance) {
    hit.distance = cable
    hit.part = CABLE
  }
  hit.x = dx * hit.distance
  hit.y = dy * hit.distance
  hit.z = dz * hit.distance
  setNormal(room, hit)
}

function toShell(room: Room, dx: number, dy: number, dz: number): number {
  const ax = 1 / (room.halfWidth * room.halfWidth)
  const ay = 1 / (room.halfHeight * room.halfHeight)
  const a = dx * dx * ax + dy * dy * ay - (dz * dz) / (room.apex * room.apex)
  const b = room.offsetX * dx * ax + room.offsetY * dy * ay + dz / room.apex
  const c = room.offsetX * room.offsetX * ax + room.offsetY * room.offsetY * ay - 1
  const square = b * b - a * c
  if (square < 0) return Number.POSITIVE_INFINITY
  // c is negative (the camera is inside), so this form keeps its precision where a is near zero.
  const distance = -c / (b + Math.sqrt(square))
  return distance > 0 ? distance : Number.POSITIVE_INFINITY
}

/** The conductor runs along the left web, 3 cm from it, and converges on the apex like the shell. */
function toCable(room: Room, dx: number, dy: number, dz: number): number {
  if (!Number.isFinite(room.webLeft) || dx > 0.2) return -1
  const slopeX = -(room.webLeft + 0.03) / room.apex
  const px = room.webLeft + 0.03
  const py = CABLE_HEIGHT
  const rx = dx - slopeX * dz
  const a = rx * rx + dy * dy
  const b = -(px * rx + py * dy)
  const c = px * px + py * py - CABLE_RADIUS * CABLE_RADIUS
  const square = b * b - a * c
  return square < 0 ? -1 : (-b - Math.sqrt(square)) / a
}

function setNormal(room: Room, hit: Hit): void {
  if (hit.part === SHELL) {
    const k = 1 - hit.z / room.apex
    hit.nx = -(hit.x + room.offsetX) / (room.halfWidth * room.halfWidth)
    hit.ny = -(hit.y + room.offsetY) / (room.halfHeight * room.halfHeight)
    hit.nz = -k / room.apex
  } else if (hit.part === WEB_LEFT || hit.part === WEB_RIGHT) {
    const web = hit.part === WEB_LEFT ? room.webLeft : room.webRight
    const side = web < 0 ? 1 : -1
    hit.nx = side
    hit.ny = 0
    hit.nz = (side * web) / room.apex
  } else if (hit.part === CABLE) {
    const k = 1 - hit.z / room.apex
    hit.nx = hit.x - (room.webLeft + 0.03) * k
    hit.ny = hit.y - CABLE_HEIGHT
    hit.nz = 0
  } else {
    hit.nx = 0
    hit.ny = 0
    hit.nz = hit.part === ROOT_END ? 1 : -1
  }
  const length = 1 / Math.sqrt(hit.nx * hit.nx + hit.ny * hit.ny + hit.nz * hit.nz)
  hit.nx *= length
  hit.ny *= length
  hit.nz *= length
}

/** Distance from a point on the shell to the nearest web or from a point on a web to the shell, about, in metres. */
export function distanceToCorner(room: Room, hit: Hit): number {
  const k = 1 - hit.z / room.apex
  if (hit.part === SHELL) return Math.min(hit.x - room.webLeft * k, room.webRight * k - hit.x)
  const x = (hit.x + room.offsetX) / room.halfWidth
  const top = room.halfHeight * Math.sqrt(Math.max(0, k * k - x * x))
  return top - Math.abs(hit.y + room.offsetY)
}
