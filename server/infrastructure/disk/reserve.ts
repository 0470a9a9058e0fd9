import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { open, stat, statfs, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { MIB } from '#domain/limits.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { isDiskReadOnly } from './disk-errors.ts'
import { unlessMissing } from './missing-files.ts'

const SIZE_MIN = MIB
/** The size of the reserve as a fraction of the disk. */
const PART_OF_DISK = 1 / 16
/** Random bytes, which no file system can compress away. */
const CONTENT = randomBytes(64 * 1024)

/** A file in the data folder that reserves disk space. On a full disk, it lends its space to work that frees more. */
export class Reserve {
  readonly #path: string
  /** Its full and its current size, in bytes. */
  readonly #size: number
  #currentSize: number
  /** Why the last attempt did not complete it. */
  #failure: unknown
  #borrowers = 0
  readonly #oneAtATime = pLimit(1)

  private constructor(path: string, size: number, currentSize: number) {
    this.#path = path
    this.#size = size
    this.#currentSize = currentSize
  }

  /** Opens the reserve of the data folder, without writing to it. @param sizeMax in bytes; 0 means no reserve */
  static async open(dataDir: string, sizeMax: number): Promise<Reserve> {
    const path = join(dataDir, 'reserve')
    const { blocks, bsize } = await statfs(dataDir)
    const size = Math.min(sizeMax, Math.max(SIZE_MIN, Math.floor(blocks * bsize * PART_OF_DISK)))
    const found = (await stat(path).catch(unlessMissing))?.size ?? 0
    if (found > size) await truncate(path, size)
    return new Reserve(path, size, Math.min(found, size))
  }

  /** True at its full size. Otherwise only work that frees space can write. */
  get isComplete(): boolean {
    return this.#currentSize >= this.#size
  }

  /** Why the last attempt did not complete it; undefined without one, or if it is complete. */
  get failure(): unknown {
    return this.#failure
  }

  /** Extends the file as far as the disk has space, unless its space is lent. @returns true if the reserve is complete */
  async fill(): Promise<boolean> {
    if (!this.isComplete && this.#borrowers === 0) await this.#oneAtATime(() => this.#write())
    return this.isComplete
  }

  /** Frees its space for `work`, and takes it back afterwards. Work runs one after the other. */
  async lend<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#borrowers += 1
    try {
      return await this.#oneAtATime(async () => {
        if (this.#currentSize > 0) await truncate(this.#path, 0).catch(unlessMissing)
        this.#currentSize = 0
        return work().finally(() => this.#write())
      })
    } finally {
      this.#borrowers -= 1
    }
  }

  async #write(): Promise<void> {
    try {
      await using file = await open(this.#path, constants.O_RDWR | constants.O_CREAT, 0o640)
      while (!this.isComplete) {
        const length = Math.min(CONTENT.length, this.#size - this.#currentSize)
        const { bytesWritten } = await file.write(CONTENT, 0, length, this.#currentSize)
        this.#currentSize += bytesWritten
      }
      this.#failure = undefined
    } catch (error) {
      // `isComplete` shows the result.
      this.#failure = error
    }
  }
}

/** @throws ApiError `storage_full` or `storage_read_only` if the reserve is not complete */
export function refuseWithoutReserve(reserve: Reserve): void {
  if (reserve.isComplete) return
  const { failure } = reserve
  if (isDiskReadOnly(failure)) throw new ApiError('storage_read_only', { cause: failure })
  const cause = new Error('the disk is full, or too full for the reserve in the data folder')
  throw new ApiError('storage_full', { cause })
}
