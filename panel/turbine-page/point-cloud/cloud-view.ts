import {
  BufferAttribute,
  BufferGeometry,
  LinearSRGBColorSpace,
  MathUtils,
  PerspectiveCamera,
  Points,
  PointsMaterial,
  Scene,
  Spherical,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js'
import type { Cloud } from './parse-cloud.ts'

const FIELD_OF_VIEW_DEGREES = 50
/** The initial distance of the camera, as a multiple of the distance at which the whole cloud fits. */
const MARGIN = 1.1

/** Draws a point cloud on a canvas. It draws only after a change, and nothing moves by itself. */
export class CloudView {
  readonly #renderer: WebGLRenderer
  readonly #camera = new PerspectiveCamera(FIELD_OF_VIEW_DEGREES)
  readonly #scene = new Scene()
  readonly #geometry = new BufferGeometry()
  readonly #material = new PointsMaterial({ vertexColors: true, sizeAttenuation: false })
  readonly #controls: OrbitControls
  #frame = 0

  /** @throws Error if the browser has no WebGL */
  constructor(canvas: HTMLCanvasElement, cloud: Cloud) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
    // The colours are sRGB already, so three must not convert them.
    this.#renderer.outputColorSpace = LinearSRGBColorSpace
    this.#geometry.setAttribute('position', new BufferAttribute(cloud.positions, 3))
    this.#geometry.computeBoundingSphere()
    this.#scene.add(new Points(this.#geometry, this.#material))
    // Scanners write the height as z.
    this.#camera.up.set(0, 0, 1)
    this.#controls = new OrbitControls(this.#camera, canvas)
    this.#controls.addEventListener('change', () => this.#draw())
    this.reset()
  }

  setSize(width: number, height: number): void {
    this.#renderer.setPixelRatio(window.devicePixelRatio)
    this.#renderer.setSize(width, height, false)
    this.#camera.aspect = width / height
    this.#camera.updateProjectionMatrix()
    this.#draw()
  }

  /** @param size in CSS pixels */
  setPointSize(size: number): void {
    this.#material.size = size * window.devicePixelRatio
    this.#draw()
  }

  /** @param colours three bytes (sRGB) for each point */
  setColours(colours: Uint8Array): void {
    this.#geometry.setAttribute('color', new BufferAttribute(colours, 3, true))
    this.#draw()
  }

  /** Shows the whole cloud. */
  reset(): void {
    const { center, radius } = this.#geometry.boundingSphere ?? { center: new Vector3(), radius: 1 }
    const distance =
      (Math.max(radius, 1e-6) / Math.sin(MathUtils.degToRad(FIELD_OF_VIEW_DEGREES / 2))) * MARGIN
    this.#camera.near = distance / 1000
    this.#camera.far = distance * 20
    this.#camera.updateProjectionMatrix()
    this.#controls.target.copy(center)
    this.#camera.position.copy(center).addScaledVector(new Vector3(0.6, -1, 0.6).normalize(), distance)
    this.#controls.update()
    this.#draw()
  }

  /** Moves the camera around the cloud. @param right in degrees @param up in degrees */
  orbit(right: number, up: number): void {
    this.#moveCamera((at) => {
      at.theta += MathUtils.degToRad(right)
      at.phi -= MathUtils.degToRad(up)
    })
  }

  /** Changes the distance of the camera; a factor below 1 moves it closer. */
  approach(factor: number): void {
    this.#moveCamera((at) => {
      at.radius *= factor
    })
  }

  /** Frees the memory of the graphics card. */
  dispose(): void {
    cancelAnimationFrame(this.#frame)
    this.#controls.dispose()
    this.#geometry.dispose()
    this.#material.dispose()
    this.#renderer.dispose()
    this.#renderer.forceContextLoss()
  }

  #moveCamera(change: (at: Spherical) => void): void {
    const { target } = this.#controls
    // `Spherical` has y upwards.
    const offset = this.#camera.position.clone().sub(target)
    const at = new Spherical().setFromVector3(new Vector3(offset.x, offset.z, -offset.y))
    change(at)
    at.makeSafe()
    const moved = new Vector3().setFromSpherical(at)
    this.#camera.position.set(target.x + moved.x, target.y - moved.z, target.z + moved.y)
    this.#controls.update()
    this.#draw()
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(() => this.#renderer.render(this.#scene, this.#camera))
  }
}
