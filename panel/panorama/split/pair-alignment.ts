import { signal } from '@preact/signals-react'
import { wrapAngle } from '#panel/drawing/geometry/point.ts'
import { limit } from '../view/direction.ts'
import type { Offset } from './offset.ts'
import { type PhotoPair, readOffset, storeOffset } from './stored-offsets.ts'

/** The alignment of two photos. The offset that the user chooses is stored for this pair. */
export class PairAlignment {
  readonly #userId: number
  readonly #pair: PhotoPair
  readonly #atFirst: Offset
  readonly #offset
  readonly #isAligning = signal(false)

  /** @param atFirst the default offset, until the user chooses another one */
  constructor(userId: number, pair: PhotoPair, atFirst: Offset) {
    this.#userId = userId
    this.#pair = pair
    this.#atFirst = atFirst
    this.#offset = signal(readOffset(userId, pair) ?? atFirst)
  }

  get offset(): Offset {
    return this.#offset.value
  }

  /** True while the user aligns the photos: a drag then turns only one photo, which changes the offset. */
  get isAligning(): boolean {
    return this.#isAligning.value
  }

  toggleAligning(): void {
    this.#isAligning.value = !this.#isAligning.value
  }

  change({ yaw, pitch }: Offset): void {
    const offset = { yaw: wrapAngle(yaw), pitch: limit(pitch, -180, 180) }
    this.#offset.value = offset
    storeOffset(this.#userId, this.#pair, offset)
  }

  /** Restores the default offset. */
  reset(): void {
    this.#offset.value = this.#atFirst
    storeOffset(this.#userId, this.#pair, undefined)
  }
}
