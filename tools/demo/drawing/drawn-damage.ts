import type { FindingMeasure } from '#domain/findings/finding-type.ts'
import type { Picture } from './film.ts'

/** The borders of an area, as fractions of the width and height of a picture. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A damage as it is drawn. */
export interface DrawnDamage {
  /** An id of `content/findings/types.json`. */
  type: string
  /** The area in which its pixels differ from the undamaged picture. */
  box: Box
  measures: Partial<Record<FindingMeasure, number>>
}

/** A picture, and where its damages are. */
export interface Drawing extends Picture {
  damages: DrawnDamage[]
}

/** The area of the pixels that a damage has changed. */
export class Extent {
  readonly #width: number
  readonly #height: number
  #left = Number.POSITIVE_INFINITY
  #top = Number.POSITIVE_INFINITY
  #right = -1
  #bottom = -1

  /** @param width and height of the picture, in pixels */
  constructor({ width, height }: { width: number; height: number }) {
    this.#width = width
    this.#height = height
  }

  /** Adds a pixel by its number, row by row from the top left. */
  add(at: number): void {
    const y = Math.floor(at / this.#width)
    const x = at - y * this.#width
    if (x < this.#left) this.#left = x
    if (x > this.#right) this.#right = x
    if (y < this.#top) this.#top = y
    if (y > this.#bottom) this.#bottom = y
  }

  /** The damage in this area; none if nothing of it is in the picture. */
  damage(type: string, measures: DrawnDamage['measures']): DrawnDamage[] {
    if (this.#right < 0) return []
    const rounded = Object.fromEntries(
      Object.entries(measures).map(([measure, value]) => [measure, Math.round(value * 10) / 10]),
    )
    const box = {
      left: this.#left / this.#width,
      top: this.#top / this.#height,
      right: (this.#right + 1) / this.#width,
      bottom: (this.#bottom + 1) / this.#height,
    }
    return [{ type, box, measures: rounded }]
  }
}

/** The area of an ellipse in square centimetres, from its half axes in metres. */
export function ellipseCm2(halfLength: number, halfWidth: number): number {
  return Math.PI * halfLength * halfWidth * 10_000
}
