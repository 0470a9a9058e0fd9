import { tmpdir } from 'node:os'
import pino from 'pino'
import type { ImageLimits } from '#server/infrastructure/config.ts'
import { ImagePool } from '#server/infrastructure/images/image-pool.ts'

/** The workers of tests have permissions as those of a server do, but for the data folders of all tests. */
export const TEST_WORKER_FOLDERS = { read: [tmpdir()], write: [tmpdir()] }

/** The pools that no test uses now, by their limits. */
const free = new Map<string, LentImages[]>()

/**
 * The image workers of one test after the other, of all files that share a process: the start of a worker takes half a second of processor
 * time, and most tests decode a picture of a few pixels.
 */
export class LentImages extends ImagePool {
  readonly #limits: string

  private constructor(limits: ImageLimits) {
    super(limits, pino({ level: 'silent' }), TEST_WORKER_FOLDERS)
    this.#limits = JSON.stringify(limits)
  }

  /** A pool for one test, with the workers of a former one if there are any. */
  static lend(limits: ImageLimits): LentImages {
    return free.get(JSON.stringify(limits))?.pop() ?? new LentImages(limits)
  }

  /** Leaves the workers to the next test. As at the end of a server, work that still runs is ended. */
  giveBack(): void {
    if (!this.isIdle) {
      this.close()
      return
    }
    // `vi.spyOn` replaces methods of the object itself.
    for (const name of Reflect.ownKeys(this)) Reflect.deleteProperty(this, name)
    free.set(this.#limits, [...(free.get(this.#limits) ?? []), this])
  }
}
