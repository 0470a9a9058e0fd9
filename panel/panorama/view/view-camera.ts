import { Frustum, Matrix4, PerspectiveCamera, Raycaster, Vector2, Vector3 } from 'three'
import { degrees, type Point, type Position, radians } from '#panel/drawing/geometry/point.ts'
import type { Direction } from './direction.ts'
import type { Surface } from './surface.ts'
import type { VisibleRegion } from './tile-tree.ts'

/** The minimum cosine of the pitch for a drag. Without it, a small movement near a pole would turn the view very far. */
const YAW_COSINE_MIN = 0.3

/** The camera of a view of `width` × `height` CSS pixels. It holds the direction, and converts between points and positions on the screen. */
export class ViewCamera {
  readonly camera = new PerspectiveCamera(75, 1, 0.05, 10)
  #surface: Surface | undefined
  #direction: Direction = { yaw: 0, pitch: 0, fov: 75 }
  #width = 1
  #height = 1

  get direction(): Direction {
    return { ...this.#direction }
  }

  /** Sets the surface of the picture, and the direction; by default the middle of the picture. */
  lookAt(surface: Surface, direction?: Direction): void {
    this.#surface = surface
    this.look(direction ?? this.home())
  }

  /** Sets the direction, within the limits of the picture. */
  look(direction: Direction): void {
    const { camera } = this
    this.#direction = this.limit(direction)
    camera.fov = this.#direction.fov
    camera.updateProjectionMatrix()
    this.#surface?.aim(camera, this.#direction)
    camera.updateMatrixWorld()
  }

  setSize(width: number, height: number): void {
    this.#width = width
    this.#height = height
    this.camera.aspect = width / height
    this.look(this.#direction)
  }

  home(): Direction {
    return this.#surface?.home(this.camera.aspect) ?? this.#direction
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

  /** Changes the angle of view by a factor. The point at the position `at` stays there. */
  zoom(factor: number, at: Position): void {
    const before = this.unproject(at)
    const { fov } = this.#direction
    this.look({ ...this.#direction, fov: degrees(2 * Math.atan(Math.tan(radians(fov) / 2) * factor)) })
    const after = this.unproject(at)
    const { yaw, pitch } = this.#direction
    this.look({
      yaw: yaw + before.yaw - after.yaw,
      pitch: pitch + before.pitch - after.pitch,
      fov: this.#direction.fov,
    })
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
