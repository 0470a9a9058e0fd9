import type { Position } from '#panel/drawing/geometry/point.ts'
import { hasReducedMotion } from '#panel/ui/reduced-motion.ts'
import type { Direction } from './direction.ts'
import { inertia, type Motion, turn } from './motion.ts'
import { ViewCamera } from './view-camera.ts'

interface Changes {
  /** The direction has changed. @param isByUser true only if the user turned the view */
  onMove: (isByUser: boolean) => void
  /** A motion has begun: `step` is to be called in the next frame. */
  onBegin: () => void
}

/** The camera of a view, which is turned at once or in short animations. All directions are those of the camera. */
export class MovingCamera extends ViewCamera {
  readonly #changes: Changes
  #motion: Motion | undefined
  #steppedAt = 0

  constructor(changes: Changes) {
    super()
    this.#changes = changes
  }

  /** Ends the animation. */
  stop(): void {
    this.#motion = undefined
  }

  /** Ends the animation, and shows another direction. */
  jump(direction: Direction, isByUser: boolean): void {
    this.stop()
    this.#show(direction, isByUser)
  }

  /** Turns in a short animation, for example after a key press. */
  turn(direction: Direction): void {
    const to = this.limit(direction)
    if (hasReducedMotion()) this.jump(to, true)
    else this.#begin(turn(this.direction, to))
  }

  /** Goes on after a drag. @param speed of the drag, in CSS pixels for each millisecond */
  continueByInertia(speed: Position): void {
    if (hasReducedMotion()) return
    const { yaw, pitch } = this.direction
    const after = this.dragged(speed)
    this.#begin(inertia({ yaw: after.yaw - yaw, pitch: after.pitch - pitch }))
  }

  /** Goes on with the animation. @param now the time of the frame, in milliseconds */
  step(now: number): void {
    const moved = this.#motion?.(this.direction, Math.max(0, now - this.#steppedAt))
    this.#steppedAt = now
    if (moved) this.#show(moved, true)
    else this.stop()
  }

  #begin(motion: Motion): void {
    this.#motion = motion
    this.#steppedAt = performance.now()
    this.#changes.onBegin()
  }

  #show(direction: Direction, isByUser: boolean): void {
    this.look(direction)
    this.#changes.onMove(isByUser)
  }
}
