import { Scene, type WebGLRenderer } from 'three'
import type { Point, Position } from '#panel/drawing/geometry/point.ts'
import { loadBitmap } from '#panel/drawing/tiles/load-bitmap.ts'
import { hasReducedMotion } from '#panel/ui/reduced-motion.ts'
import type { Direction } from './direction.ts'
import { watchGestures } from './gestures.ts'
import { Listeners } from './listeners.ts'
import { makeRenderer } from './make-renderer.ts'
import { inertia, type Motion, turn } from './motion.ts'
import { Grids } from './picture-mesh.ts'
import { type PanoramaSource, ShownPicture } from './shown-picture.ts'
import { ViewCamera } from './view-camera.ts'

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
  readonly #camera = new ViewCamera()
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
  #motion: Motion | undefined
  #frame = 0
  #framedAt = 0
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
      onHold: () => this.#move(undefined),
      onDrag: (by) => this.#look(this.#camera.dragged(by), true),
      onRelease: (speed) => this.#continueByInertia(speed),
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

  get direction(): Direction {
    return this.#camera.direction
  }

  /** Changes the direction at once, within the limits of the picture. */
  set direction(direction: Direction) {
    this.#motion = undefined
    this.#look(direction, false)
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
    this.#motion = undefined
    this.#camera.lookAt(this.#shown.surface, direction)
    this.#tellMoved(false)
    this.#draw()
  }

  /** Turns the view in a short animation, for example after a key press. */
  turnTo(direction: Direction): void {
    const to = this.#camera.limit(direction)
    if (hasReducedMotion()) {
      this.#move(undefined)
      this.#look(to, true)
    } else this.#move(turn(this.direction, to))
  }

  /**
   * Shows a smaller or larger part of the picture.
   *
   * @param factor below 1 magnifies
   * @param at the position that keeps its point of the picture, in CSS pixels from the top left corner; by default the middle
   */
  zoom(factor: number, at?: Position): void {
    this.#motion = undefined
    const { clientWidth, clientHeight } = this.#canvas
    this.#camera.zoom(factor, at ?? { x: clientWidth / 2, y: clientHeight / 2 })
    this.#tellMoved(true)
  }

  /** Returns to the initial direction, the middle of the picture. */
  reset(): void {
    this.turnTo(this.#camera.home())
  }

  /** Looks at the horizon. */
  level(): void {
    this.turnTo({ ...this.direction, pitch: 0 })
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
    const copy = document.createElement('canvas')
    copy.width = this.#canvas.width
    copy.height = this.#canvas.height
    const context = copy.getContext('2d')
    if (!context) return copy
    context.fillStyle = getComputedStyle(this.#container).backgroundColor
    context.fillRect(0, 0, copy.width, copy.height)
    // The browser keeps the drawing only until the end of this task.
    this.#draw()
    context.drawImage(this.#canvas, 0, 0)
    return copy
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

  #continueByInertia(speed: Position): void {
    if (hasReducedMotion()) return
    const { yaw, pitch } = this.direction
    const after = this.#camera.dragged(speed)
    this.#move(inertia({ yaw: after.yaw - yaw, pitch: after.pitch - pitch }))
  }

  #move(motion: Motion | undefined): void {
    this.#motion = motion
    this.#framedAt = performance.now()
    if (motion) this.#request()
  }

  #look(direction: Direction, isByUser: boolean): void {
    this.#camera.look(direction)
    this.#tellMoved(isByUser)
  }

  #tellMoved(isByUser: boolean): void {
    this.#moveListeners.tell(isByUser)
    this.#request()
  }

  #request(): void {
    if (this.#frame || this.#end.signal.aborted) return
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0
      const moved = this.#motion?.(this.direction, Math.max(0, now - this.#framedAt))
      this.#framedAt = now
      if (moved) this.#look(moved, true)
      else this.#motion = undefined
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
