import {
  LinearSRGBColorSpace,
  MathUtils,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Spherical,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js'
import { sightOf } from './camera-sight.ts'
import { CloudMaterial, type Colouring } from './cloud-colours.ts'
import { CloudLayer } from './cloud-layer.ts'
import { makeTree } from './cloud-tree.ts'
import { pickPoint } from './pick-point.ts'
import type { LoadedCloud } from './use-cloud.ts'

const FIELD_OF_VIEW_DEGREES = 50
/** The initial distance of the camera, as a multiple of the distance at which the whole cloud fits. */
const MARGIN = 1.1
/** The nearest that is drawn, as a part of the distance of what the camera turns around. */
const NEAR = 1 / 200

/** The factor of the distance for 100 pixels of the wheel, as that of the controls. */
const WHEEL_STEP = 0.95
/** How near to the pointer a point is under it, in CSS pixels. */
const PICK_PIXELS = 6
/** How near the camera comes to a point, as a part of the size of the cloud. */
const NEAREST = 1e-5

interface CloudEvents {
  /** Called when another number of points is drawn. */
  onShown: (points: number) => void
  /** Whether points could not be loaded, and are tried again. */
  onTrouble: (isTrouble: boolean) => void
  /** The server does not have the points in this form any more. */
  onGone: () => void
}

/** Draws a point cloud on a canvas. It draws only after a change, and nothing moves by itself. */
export class CloudView {
  readonly #renderer: WebGLRenderer
  readonly #camera = new PerspectiveCamera(FIELD_OF_VIEW_DEGREES)
  readonly #scene = new Scene()
  readonly #layer: CloudLayer
  readonly #material: CloudMaterial
  readonly #controls: OrbitControls
  readonly #events: CloudEvents
  readonly #centre: Vector3
  readonly #radius: number
  #height = 1
  /** In CSS pixels. */
  #pointSize = 1
  #shown = 0
  #frame = 0

  /** @throws Error if the browser has no WebGL */
  constructor(canvas: HTMLCanvasElement, { cloud, nodes, rootBytes }: LoadedCloud, events: CloudEvents) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
    // The colours are sRGB already, so three must not convert them.
    this.#renderer.outputColorSpace = LinearSRGBColorSpace
    this.#events = events
    this.#material = new CloudMaterial(cloud)
    this.#layer = new CloudLayer({
      root: makeTree(nodes, cloud),
      rootBytes,
      nodeUrl: cloud.node_url,
      material: this.#material,
      onPoints: () => this.#draw(),
      onTrouble: events.onTrouble,
      onGone: events.onGone,
    })
    this.#scene.add(this.#layer.group)
    const [low, high] = [new Vector3(...cloud.min), new Vector3(...cloud.max)]
    this.#centre = low.clone().add(high).divideScalar(2)
    this.#radius = Math.max(low.distanceTo(high) / 2, 1e-6)
    // Scanners write the height as z.
    this.#camera.up.set(0, 0, 1)
    // Before the controls, which would move the camera to the middle of the view.
    canvas.addEventListener('wheel', (event) => this.#approachPointer(event))
    this.#controls = new OrbitControls(this.#camera, canvas)
    this.#controls.minDistance = this.#radius * NEAREST
    this.#controls.addEventListener('change', () => this.#draw())
    this.reset()
  }

  setSize(width: number, height: number): void {
    this.#renderer.setPixelRatio(window.devicePixelRatio)
    this.#renderer.setSize(width, height, false)
    this.#height = height * window.devicePixelRatio
    this.#camera.aspect = width / height
    // The zoom of the page changes how many pixels of the screen a point has.
    this.setPointSize(this.#pointSize)
  }

  /** @param size in CSS pixels */
  setPointSize(size: number): void {
    this.#pointSize = size
    this.#material.setSize(size * window.devicePixelRatio)
    this.#draw()
  }

  setColouring(colouring: Colouring): void {
    this.#material.setColouring(colouring)
    this.#draw()
  }

  /** Shows the whole cloud. */
  reset(): void {
    const distance = (this.#radius / Math.sin(MathUtils.degToRad(FIELD_OF_VIEW_DEGREES / 2))) * MARGIN
    this.#controls.target.copy(this.#centre)
    this.#camera.position.copy(this.#centre).addScaledVector(new Vector3(0.6, -1, 0.6).normalize(), distance)
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
    this.#layer.dispose()
    this.#material.dispose()
    this.#renderer.dispose()
    this.#renderer.forceContextLoss()
  }

  /** The wheel moves the camera to what is under the pointer: whoever turns it over the tip of a blade wants to see that tip. */
  #approachPointer(event: WheelEvent): void {
    event.preventDefault()
    event.stopImmediatePropagation()
    const { clientWidth, clientHeight } = this.#renderer.domElement
    const at = new Vector2((event.offsetX / clientWidth) * 2 - 1, 1 - (event.offsetY / clientHeight) * 2)
    const caster = new Raycaster()
    caster.setFromCamera(at, this.#camera)
    const { position } = this.#camera
    const { target } = this.#controls
    const spread = (PICK_PIXELS * 2 * Math.tan(MathUtils.degToRad(FIELD_OF_VIEW_DEGREES / 2))) / clientHeight
    const goal = pickPoint(this.#layer.drawn, caster.ray, spread) ?? target.clone()
    const factor = WHEEL_STEP ** (-wheelPixels(event) / 100)
    if (position.distanceTo(goal) * factor < this.#radius * NEAREST) return
    position.sub(goal).multiplyScalar(factor).add(goal)
    target.sub(goal).multiplyScalar(factor).add(goal)
    this.#controls.update()
    this.#draw()
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
    this.#frame = requestAnimationFrame(() => {
      this.#fitDepth()
      this.#layer.update(sightOf(this.#camera, this.#height))
      this.#renderer.render(this.#scene, this.#camera)
      if (this.#layer.shownPoints === this.#shown) return
      this.#shown = this.#layer.shownPoints
      this.#events.onShown(this.#shown)
    })
  }

  /** The nearer the camera is, the nearer begins what is drawn, because the depths of the graphics card have few steps. */
  #fitDepth(): void {
    const { position } = this.#camera
    this.#camera.near = Math.max(position.distanceTo(this.#controls.target) * NEAR, this.#radius * 1e-6)
    this.#camera.far = (position.distanceTo(this.#centre) + this.#radius) * 20
    this.#camera.updateProjectionMatrix()
  }
}

/** How far the wheel was turned, in pixels. Two fingers on a touchpad move less; the browser reports them with the control key. */
function wheelPixels({ deltaY, deltaMode, ctrlKey }: WheelEvent): number {
  const unit =
    deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : deltaMode === WheelEvent.DOM_DELTA_PAGE ? 100 : 1
  return deltaY * unit * (ctrlKey ? 10 : 1)
}
