import pino from 'pino'
import type { ImageLimits } from '#server/infrastructure/config.ts'
import { ImagePool } from '#server/infrastructure/images/image-pool.ts'

/** The pools that no test uses now, by their limits. */
const free = new Map<string, LentImages[]>()

/**
 * The image workers of one test after the other, of all files that share a process: the start of a worker takes half a second of processor
 * time, and most tests decode a picture of a few pixels.
 */
export class LentImages extends ImagePool {
  readonly #limits: string
  #running = 0

  private constructor(limits: ImageLimits) {
    super(limits, pino({ level: 'silent' }))
    this.#limits = JSON.stringify(limits)
  }

  /** A pool for one test, with the workers of a former one if there are any. */
  static lend(limits: ImageLimits): LentImages {
    return free.get(JSON.stringify(limits))?.pop() ?? new LentImages(limits)
  }

  /** Leaves the workers to the next test. As at the end of a server, work that still runs is ended. */
  giveBack(): void {
    if (this.#running > 0) {
      this.close()
      return
    }
    // `vi.spyOn` replaces methods of the object itself.
    for (const name of Reflect.ownKeys(this)) Reflect.deleteProperty(this, name)
    free.set(this.#limits, [...(free.get(this.#limits) ?? []), this])
  }

  override decode(...request: Parameters<ImagePool['decode']>) {
    return this.#count(super.decode(...request))
  }

  override renderFirstPage(...request: Parameters<ImagePool['renderFirstPage']>) {
    return this.#count(super.renderFirstPage(...request))
  }

  override readExif(...request: Parameters<ImagePool['readExif']>) {
    return this.#count(super.readExif(...request))
  }

  override readGpano(...request: Parameters<ImagePool['readGpano']>) {
    return this.#count(super.readGpano(...request))
  }

  override makeTiles(...request: Parameters<ImagePool['makeTiles']>) {
    return this.#count(super.makeTiles(...request))
  }

  override writeReport(...request: Parameters<ImagePool['writeReport']>) {
    return this.#count(super.writeReport(...request))
  }

  async #count<T>(work: Promise<T>): Promise<T> {
    this.#running += 1
    try {
      return await work
    } finally {
      this.#running -= 1
    }
  }
}
