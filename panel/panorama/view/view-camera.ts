import { Euler, Frustum, Matrix4, PerspectiveCamera, Quaternion, Raycaster, Vector2, Vector3 } from 'three'
import { levelDirection, photographedPoint, type SpherePose } from '#domain/pictures/sphere-pose.ts'
import { degrees, type Point, type Position, radians } from '#panel/drawing/geometry/point.ts'
import type { Direction } from './direction.ts'
import type { Surface } from './surface.ts'
import type { VisibleRegion } from './tile-tree.ts'

/** The minimum cosine of the pitch for a drag. Without it, a small movement near a pole would turn the view very far. */
const YAW_COSINE_MIN = 0.3

/**
 * The camera of a view of `width` × `height` CSS pixels. It holds the direction, and converts between points and positions on the screen.
 *
 * The world has the coordinates of the picture, whatever its pose is: to level a sphere, the camera is turned and not the sphere. So points
 * of the picture stay the same, and directions are counted from the horizon that the screen shows.
 */
export class ViewCamera {
  readonly camera = new PerspectiveCamera(75, 1, 0.05, 10)
  #surface: Surface | undefined
  #isLevelled = true
  #direction: Direction = { yaw: 0, pitch: 0, fov: 75 }
  #width = 1
  #height = 1

  get direction(): Direction {
    return { ...this.#direction }
  }

  /** The direction from the true horizon, also while a sphere is shown as photographed. */
  get trueDirection(): Direction {
    const { pose } = this.#surface ?? {}
    return pose && !this.#isLevelled
      ? { ...this.#direction, ...levelDirection(this.#direction, pose) }
      : this.direction
  }

  /** Levels spheres by their poses, or shows them as photographed. The middle of the view stays. */
  set isLevelled(isLevelled: boolean) {
    const before = this.trueDirection
    this.#isLevelled = isLevelled
    this.look(this.fromTrue(before))
  }

  /** The direction of this view for one from the true horizon. */
  fromTrue(direction: Direction): Direction {
    const { pose } = this.#surface ?? {}
    return pose && !this.#isLevelled ? { ...direction, ...photographedPoint(direction, pose) } : direction
  }

  /** The direction in which a point of the picture is. */
  directionTo(point: Point): Point {
    return this.#shownPose ? levelDirection(point, this.#shownPose) : point
  }

  /** Sets the surface of the picture, and the direction from the true horizon; by default the middle of the picture. */
  lookAt(surface: Surface, direction?: Direction): void {
    this.#surface = surface
    this.look(direction ? this.fromTrue(direction) : this.home())
  }

  /** Sets the direction, within the limits of the picture. */
  look(direction: Direction): void {
    const { camera } = this
    this.#direction = this.limit(direction)
    camera.fov = this.#direction.fov
    camera.updateProjectionMatrix()
    this.#surface?.aim(camera, this.#direction)
    if (this.#shownPose) camera.quaternion.premultiply(levellingOf(this.#shownPose).invert())
    camera.updateMatrixWorld()
  }

  setSize(width: number, height: number): void {
    this.#width = width
    this.#height = height
    this.camera.aspect = width / height
    this.look(this.#direction)
  }

  /** The initial direction: the middle of the picture, on the horizon if a levelled picture reaches from pole to pole. */
  home(): Direction {
    const home = this.#surface?.home(this.camera.aspect)
    if (!home || !this.#surface) return this.#direction
    const { top, bottom } = this.#surface.picture
    const isWhole = this.#shownPose !== null && top - bottom > Math.PI - 0.01
    return { ...home, ...this.directionTo(home), ...(isWhole && { pitch: 0 }) }
  }

  limit(direction: Direction): Direction {
    return this.#surface?.limit(direction, this.camera.aspect) ?? direction
  }

  /** The direction after a drag. The movement is in CSS pixels. */
  dragged({ x, y }: Position): Direction {
    const { yaw, pitch, fov } = this.#direction
    const perPixel = degrees((2 * Math.tan(radians(fov) / 2)) / this.#height)
    const narrowing = Math.max(YAW_COSINE_MIN, Math.cos(radians(pitch)))
    return { yaw: yaw - (x * perPixel) / narrowing, pitch: pitch + y * perPixel, fov }
  }

  /** The direction in which the point at `from` is near `to`. */
  panned(from: Position, to: Position): Direction {
    return this.#keeping(this.#directionAt(from), this.#directionAt(to))
  }

  /** Changes the angle of view by a factor. The point at the position `at` stays there. */
  zoom(factor: number, at: Position): void {
    const before = this.#directionAt(at)
    const { fov } = this.#direction
    this.look({ ...this.#direction, fov: degrees(2 * Math.atan(Math.tan(radians(fov) / 2) * factor)) })
    this.look(this.#keeping(before, this.#directionAt(at)))
  }

  project(point: Point): Position | undefined {
    if (!this.#surface) return undefined
    const { matrixWorldInverse, projectionMatrix } = this.camera
    const seen = this.#surface.toWorld(this.#surface.toCoordinates(point)).applyMatrix4(matrixWorldInverse)
    if (seen.z >= 0) return undefined
    const { x, y } = seen.applyMatrix4(projectionMatrix)
    return { x: ((x + 1) / 2) * this.#width, y: ((1 - y) / 2) * this.#height }
  }

  unproject({ x, y }: Position): Point {
    const caster = new Raycaster()
    caster.setFromCamera(new Vector2((x / this.#width) * 2 - 1, 1 - (y / this.#height) * 2), this.camera)
    return this.#surface?.pointOn(caster.ray) ?? { yaw: 0, pitch: 0 }
  }

  /** The pose by which the view is turned now; null if it shows the picture as photographed. */
  get #shownPose(): SpherePose | null {
    return this.#isLevelled ? (this.#surface?.pose ?? null) : null
  }

  #directionAt(at: Position): Point {
    return this.directionTo(this.unproject(at))
  }

  /** The direction of the view in which `before` is where `after` is now. */
  #keeping(before: Point, after: Point): Direction {
    const { yaw, pitch, fov } = this.#direction
    return { yaw: yaw + before.yaw - after.yaw, pitch: pitch + before.pitch - after.pitch, fov }
  }

  /** @param pixelRatio device pixels for each CSS pixel */
  visibleRegion(pixelRatio: number): VisibleRegion {
    const { projectionMatrix, matrixWorldInverse, position, aspect } = this.camera
    const half = Math.tan(radians(this.#direction.fov) / 2)
    return {
      frustum: new Frustum().setFromProjectionMatrix(
        new Matrix4().multiplyMatrices(projectionMatrix, matrixWorldInverse),
      ),
      position,
      ahead: this.camera.getWorldDirection(new Vector3()),
      pixelsPerUnit: (this.#height * pixelRatio) / (2 * half),
      cornerCosine: 1 / Math.hypot(1, half, half * aspect),
    }
  }
}

/** The rotation of `levelDirection`. */
function levellingOf({ pitch, roll }: SpherePose): Quaternion {
  return new Quaternion().setFromEuler(new Euler(radians(pitch), 0, -radians(roll), 'XYZ'))
}
