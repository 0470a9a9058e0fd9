import { type PerspectiveCamera, type Ray, Vector3 } from 'three'
import type { Panorama } from '#domain/pictures/panorama.ts'
import type { SpherePose } from '#domain/pictures/sphere-pose.ts'
import { degrees, type Point, radians, wrapAngle } from '#panel/drawing/geometry/point.ts'
import { type Direction, FOV_MAX, FOV_MIN, limit } from './direction.ts'

/** The initial vertical angle of view, in degrees. */
const FOV_AT_FIRST = 75
/** The limit of the zoom on a flat photo: the view always shows at least this many pixels of its height. */
const FLAT_PIXELS_MIN = 512
/** A flat photo is moved, not turned; the camera looks at its plane from this distance. */
const PLANE_DISTANCE = 1

/** A rectangle in the coordinates of a surface; `top` is larger than `bottom`. */
export interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

/** A position on a surface, in its coordinates. */
interface Coordinates {
  x: number
  y: number
}

/**
 * The surface on which a picture is shown: a sphere or a plane. Its coordinates increase to the right and upwards. On the sphere they are
 * longitude and latitude in radians. On the plane they are lengths; the longer side of the photo has the length 2.
 */
export interface Surface {
  readonly isSphere: boolean
  /** How the camera of a sphere was held; null if it was level. */
  readonly pose: SpherePose | null
  /** The part of the surface that the picture covers. */
  readonly picture: Area
  /** The point that the view shows at first, and the angle of view. `aspect` is the width of the view divided by its height. */
  home(aspect: number): Direction
  /** The nearest direction that is allowed. */
  limit(direction: Direction, aspect: number): Direction
  /** Sets the camera to the direction. */
  aim(camera: PerspectiveCamera, direction: Direction): void
  toWorld(coordinates: Coordinates, target?: Vector3): Vector3
  toCoordinates(point: Point): Coordinates
  /** The point that a ray from the camera meets. */
  pointOn(ray: Ray): Point
}

export function surfaceOf(panorama: Panorama): Surface {
  return panorama.sphere ? sphere(panorama, panorama.sphere) : plane(panorama)
}

function sphere({ width, height, pose }: Panorama, area: NonNullable<Panorama['sphere']>): Surface {
  const longitude = (pixel: number) => (pixel / area.full_width - 0.5) * 2 * Math.PI
  const latitude = (pixel: number) => (0.5 - pixel / area.full_height) * Math.PI
  const picture = {
    left: longitude(area.left),
    right: longitude(area.left + width),
    top: latitude(area.top),
    bottom: latitude(area.top + height),
  }
  return {
    isSphere: true,
    pose,
    picture,
    home: () => ({
      yaw: degrees(picture.left + picture.right) / 2,
      pitch: degrees(picture.top + picture.bottom) / 2,
      fov: limit(Math.min(FOV_AT_FIRST, degrees(picture.top - picture.bottom)), FOV_MIN, FOV_MAX),
    }),
    limit: ({ yaw, pitch, fov }) => ({
      yaw: wrapAngle(yaw),
      pitch: limit(pitch, -90, 90),
      fov: limit(fov, FOV_MIN, FOV_MAX),
    }),
    aim: (camera, { yaw, pitch }) => {
      camera.position.set(0, 0, 0)
      camera.rotation.set(radians(pitch), -radians(yaw), 0, 'YXZ')
    },
    toWorld: ({ x, y }, target = new Vector3()) =>
      target.set(Math.sin(x) * Math.cos(y), Math.sin(y), -Math.cos(x) * Math.cos(y)),
    toCoordinates: ({ yaw, pitch }) => ({ x: radians(yaw), y: radians(pitch) }),
    pointOn: ({ direction: { x, y, z } }) => ({
      yaw: degrees(Math.atan2(x, -z)),
      pitch: degrees(Math.atan2(y, Math.hypot(x, z))),
    }),
  }
}

function plane({ width, height }: Panorama): Surface {
  const longer = Math.max(width, height)
  const [x, y] = [width / longer, height / longer]
  const fovOf = (halfHeight: number) => degrees(2 * Math.atan(halfHeight))
  const fitting = (aspect: number) => fovOf(Math.max(y, x / aspect))
  const fovMin = Math.min(FOV_MIN, fovOf(FLAT_PIXELS_MIN / longer))
  const toCoordinates = ({ yaw, pitch }: Point) => ({
    x: Math.tan(radians(yaw)),
    y: Math.tan(radians(pitch)),
  })
  const toPoint = (at: Coordinates) => ({
    yaw: degrees(Math.atan(at.x)),
    pitch: degrees(Math.atan(at.y)),
  })
  const corner = toPoint({ x, y })
  return {
    isSphere: false,
    pose: null,
    picture: { left: -x, right: x, top: y, bottom: -y },
    home: (aspect) => ({ yaw: 0, pitch: 0, fov: fitting(aspect) }),
    limit: ({ yaw, pitch, fov }, aspect) => ({
      yaw: limit(yaw, -corner.yaw, corner.yaw),
      pitch: limit(pitch, -corner.pitch, corner.pitch),
      fov: limit(fov, fovMin, Math.max(FOV_MAX, fitting(aspect))),
    }),
    aim: (camera, direction) => {
      const at = toCoordinates(direction)
      camera.position.set(at.x, at.y, 0)
      camera.rotation.set(0, 0, 0)
    },
    toWorld: (at, target = new Vector3()) => target.set(at.x, at.y, -PLANE_DISTANCE),
    toCoordinates,
    pointOn: ({ origin, direction }) => {
      const length = PLANE_DISTANCE / -direction.z
      return toPoint({ x: origin.x + direction.x * length, y: origin.y + direction.y * length })
    },
  }
}
