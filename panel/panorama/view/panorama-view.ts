import { Scene, type WebGLRenderer } from 'three'
import type { Point, Position } from '#panel/drawing/geometry/point.ts'
import { loadBitmap } from '#panel/drawing/tiles/load-bitmap.ts'
import { copyCanvas } from './copy-canvas.ts'
import type { Direction } from './direction.ts'
import { watchGestures } from './gestures.ts'
import { Listeners } from './listeners.ts'
import { makeRenderer } from './make-renderer.ts'
import { MovingCamera } from './moving-camera.ts'
import { Grids } from './picture-mesh.ts'
import { type PanoramaSource, ShownPicture } from './shown-picture.ts'

/** A tile waits so long at most for those that are drawn together with it, in milliseconds. */
const TILES_MS = 250

/** Runs after each change of the direction or of the size. `isByUser` is true only if the user turned or zoomed this view itself. */
export type MoveListener = (isByUser: boolean) => void

/**
 * Shows a 360° photo, or a flat photo on a plane. It fills its container. Dragging turns the view; the wheel and a pinch zoom. It draws
 * only after a change. It does not depend on React.
 */
export class PanoramaView {
  readonly #container: HTMLElement
  readonly #canvas = document.createElement('canvas')
  readonly #renderer: WebGLRenderer
  readonly #camera = new MovingCamera({
    onMove: (isByUser) => this.#tellMoved(isByUser),
    onBegin: () => this.#request(),
  })
  readonly #scene = new Scene()
  readonly #grids = new Grids()
  readonly #sizes: ResizeObserver
  readonly #moveListeners = new Listeners<boolean>()
  readonly #sharpListeners = new Listeners<boolean>()
  readonly #lostListeners = new Listeners<boolean>()
  readonly #end = new AbortController()
  #loading = new AbortController()
  #shown: ShownPicture | undefined
  /** The picture that was shown before the WebGL context was lost. */
  #lost: PanoramaSource | undefined
  #frame = 0
  #tilesTimer: ReturnType<typeof setTimeout> | undefined
  #isSharp = false
  #isLoading = false

  /** @throws NoWebGLError */
  constructor(container: HTMLElement) {
    this.#container = container
    this.#renderer = makeRenderer(this.#canvas)
    this.#canvas.className = 'absolute inset-0 size-full touch-none'
    container.append(this.#canvas)
    const { signal } = this.#end
    watchGestures(this.#canvas, signal, {
      onHold: () => this.#camera.stop(),
      onDrag: (by) => this.#camera.jump(this.#camera.dragged(by), true),
      onRelease: (speed) => this.#camera.continueByInertia(speed),
      onZoom: (factor, at) => this.zoom(factor, at),
    })
    this.#sizes = new ResizeObserver(() => this.#resize())
    this.#sizes.observe(container)
    this.#canvas.addEventListener('webglcontextlost', () => this.#lose(), { signal })
    this.#canvas.addEventListener('webglcontextrestored', () => void this.#restore(), { signal })
    this.#resize()
  }

  /** True if the whole visible part is as sharp as the photo and the screen allow. */
  get isSharp(): boolean {
    return this.#isSharp
  }

  /** The direction from the true horizon, whether the picture is levelled or shown as photographed. */
  get direction(): Direction {
    return this.#camera.trueDirection
  }

  /** Changes the direction at once, within the limits of the picture. */
  set direction(direction: Direction) {
    this.#camera.jump(this.#camera.fromTrue(direction), false)
  }

  /** Levels spheres by their poses, or shows them as photographed. */
  set isLevelled(isLevelled: boolean) {
    this.#camera.stop()
    this.#camera.isLevelled = isLevelled
    this.#tellMoved(false)
  }

  /**
   * Shows another picture. The previous one stays until the new one is loaded. If it is called again meanwhile, only the last call has an effect.
   *
   * @param direction the initial direction; by default the middle of the picture
   * @returns a promise that resolves when the preview of the whole picture is drawn
   * @throws PictureError if the picture does not exist or is damaged
   * @throws DOMException `AbortError` if another picture is requested or the view is disposed meanwhile
   */
  async show(source: PanoramaSource, direction?: Direction): Promise<void> {
    this.#loading.abort()
    this.#loading = new AbortController()
    const { signal } = this.#loading
    // If the user comes back to the shown picture before another one has appeared, it is not loaded again. Loading would undo movements.
    if (this.#shown?.source.preview !== source.preview) {
      const preview = await this.#load(source, signal)
      this.#clear()
      this.#shown = new ShownPicture({
        source,
        preview,
        renderer: this.#renderer,
        grids: this.#grids,
        onTile: () => this.#requestForTile(),
      })
      this.#scene.add(this.#shown.group)
    }
    this.#isLoading = false
    this.#camera.stop()
    this.#camera.lookAt(this.#shown.surface, direction)
    this.#tellMoved(false)
    this.#draw()
  }

  /** Turns the view in a short animation, for example after a key press. */
  turnTo(direction: Direction): void {
    this.#camera.turn(this.#camera.fromTrue(direction))
  }

  /** Turns the view in a short animation to a point of the picture. @param fov the angle of view then; by default as it is */
  turnToPoint(point: Point, fov = this.direction.fov): void {
    this.#camera.turn({ ...this.#camera.directionTo(point), fov })
  }

  /** Turns the view in a short animation to the sides of the screen, by shares of the angle of view. */
  turnBy({ yaw, pitch }: Point): void {
    const from = this.#camera.direction
    this.#camera.turn({ ...from, yaw: from.yaw + yaw * from.fov, pitch: from.pitch + pitch * from.fov })
  }

  /** Moves the point at one position on the screen near another one. */
  pan(from: Position, to: Position): void {
    this.#camera.jump(this.#camera.panned(from, to), false)
  }

  /**
   * Shows a smaller or larger part of the picture.
   *
   * @param factor below 1 magnifies
   * @param at the position that keeps its point of the picture, in CSS pixels from the top left corner; by default the middle
   */
  zoom(factor: number, at?: Position): void {
    this.#camera.stop()
    const { clientWidth, clientHeight } = this.#canvas
    this.#camera.zoom(factor, at ?? { x: clientWidth / 2, y: clientHeight / 2 })
    this.#tellMoved(true)
  }

  /** Returns to the initial direction, the middle of the picture. */
  reset(): void {
    this.#camera.turn(this.#camera.home())
  }

  /** Looks at the horizon of the screen. */
  level(): void {
    this.#camera.turn({ ...this.#camera.direction, pitch: 0 })
  }

  /** The position of a point on the screen, in CSS pixels from the top left corner; undefined if the point is behind the camera. */
  project(point: Point): Position | undefined {
    return this.#camera.project(point)
  }

  /** The point at a position on the screen, in CSS pixels from the top left corner. */
  unproject(x: number, y: number): Point {
    return this.#camera.unproject({ x, y })
  }

  /** A new canvas with a copy of what the screen shows now, in device pixels. */
  picture(): HTMLCanvasElement {
    // The browser keeps the drawing only until the end of this task.
    this.#draw()
    return copyCanvas(this.#canvas, getComputedStyle(this.#container).backgroundColor)
  }

  /** @returns a function that removes the listener, as `onSharp` and `onLost` do */
  onMove(listener: MoveListener): () => void {
    return this.#moveListeners.add(listener)
  }

  /** The listener runs when `isSharp` changes. */
  onSharp(listener: (isSharp: boolean) => void): () => void {
    return this.#sharpListeners.add(listener)
  }

  /** The listener runs when the WebGL context is lost, and when the picture is shown again. */
  onLost(listener: (isLost: boolean) => void): () => void {
    return this.#lostListeners.add(listener)
  }

  /** Stops the view, and frees the memory of the graphics card. */
  dispose(): void {
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#tilesTimer)
    this.#end.abort()
    this.#loading.abort()
    this.#sizes.disconnect()
    this.#clear()
    this.#grids.dispose()
    this.#renderer.dispose()
    this.#renderer.forceContextLoss()
    this.#canvas.remove()
  }

  async #load({ preview }: PanoramaSource, signal: AbortSignal): Promise<ImageBitmap> {
    this.#isLoading = true
    try {
      return await loadBitmap(preview, signal, { longest: this.#renderer.capabilities.maxTextureSize })
    } catch (error) {
      // A later call is still loading if this one was aborted.
      if (!signal.aborted) this.#isLoading = false
      throw error
    }
  }

  /** Forgets all pictures: they were lost with the WebGL context, and a new context cannot delete them. */
  #lose(): void {
    this.#lost = this.#shown?.source
    this.#clear()
    this.#lostListeners.tell(true)
  }

  async #restore(): Promise<void> {
    try {
      // If another picture is loading, it appears without this.
      if (this.#lost && !this.#shown && !this.#isLoading) await this.show(this.#lost, this.direction)
      this.#request()
      this.#lostListeners.tell(false)
    } catch {
      // The message about the lost context stays.
    }
  }

  #clear(): void {
    this.#shown?.dispose()
    this.#shown = undefined
    this.#scene.clear()
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#container
    if (width === 0 || height === 0) return
    this.#renderer.setPixelRatio(window.devicePixelRatio)
    this.#renderer.setSize(width, height, false)
    this.#camera.setSize(width, height)
    this.#tellMoved(false)
    // A new size empties the canvas.
    this.#draw()
  }

  #tellMoved(isByUser: boolean): void {
    this.#moveListeners.tell(isByUser)
    this.#request()
  }

  #request(): void {
    if (this.#frame || this.#end.signal.aborted) return
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0
      this.#camera.step(now)
      this.#draw()
    })
  }

  /** A tile is drawn together with those that come soon after it, because each drawing takes long without a graphics card. */
  #requestForTile(): void {
    if (!this.#shown?.isLoading) this.#request()
    else this.#tilesTimer ??= setTimeout(() => this.#request(), TILES_MS)
  }

  #draw(): void {
    clearTimeout(this.#tilesTimer)
    this.#tilesTimer = undefined
    const shown = this.#shown
    if (!shown || this.#renderer.getContext().isContextLost()) return
    shown.update(this.#camera.visibleRegion(this.#renderer.getPixelRatio()))
    this.#renderer.render(this.#scene, this.#camera.camera)
    if (shown.isSharp === this.#isSharp) return
    this.#isSharp = shown.isSharp
    this.#sharpListeners.tell(this.#isSharp)
  }
}
