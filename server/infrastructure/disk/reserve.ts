import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, stat, statfs, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { MIB } from '#domain/limits.ts'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { isDiskFull, isDiskReadOnly } from './disk-errors.ts'
import { unlessMissing } from './missing-files.ts'

const SIZE_MIN = MIB
/** The size of the reserve as a part of the disk. */
const PART_OF_DISK = 1 / 16
/** The time between two attempts to complete the reserve, in milliseconds. */
const FILL_EVERY_MS = 1000
/** Random bytes, so that no file system compresses them: the file must really take its space. */
const CONTENT = randomBytes(64 * 1024)

/**
 * A file in the data folder that reserves disk space. When the disk is full, it is shortened for actions that must still
 * work. It gets its full size again as soon as there is space.
 */
export class Reserve {
  readonly #path: string
  readonly #size: number
  /** The current size, in bytes. */
  #currentSize: number
  #filling: Promise<void> | undefined
  /** Why it could not be completed at the last attempt. */
  #failure: unknown
  #isShrinking = false
  #timer: NodeJS.Timeout | undefined
  #spare: (bytes: number) => Promise<boolean> = async () => false
  #freeing: Promise<boolean> | undefined

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
    const found = await stat(path).catch(unlessMissing)
    if (found !== undefined && found.size > size) await truncate(path, size)
    // A copied file may have holes instead of bytes, and holes take no space.
    const hasNoHoles = found !== undefined && found.blocks * 512 >= found.size
    return new Reserve(path, size, hasNoHoles ? Math.min(found.size, size) : 0)
  }

  /** From now on, `free` removes what nobody needs for sure, when space is short. It returns false if there is nothing. */
  setSpare(free: (bytes: number) => Promise<boolean>): void {
    this.#spare = free
  }

  /** Frees disk space by removing what nobody needs for sure. @returns false if there is nothing to remove */
  async freeSpare(bytes: number): Promise<boolean> {
    this.#freeing ??= awaitedLater(
      this.#spare(bytes).finally(() => {
        this.#freeing = undefined
      }),
    )
    return this.#freeing
  }

  /** True if it has its full size. If it has not, only actions that may use the reserve can write. */
  get isComplete(): boolean {
    return this.#currentSize >= this.#size
  }

  /** Why it could not be completed at the last attempt; undefined if there was none, or if it is complete. */
  get failure(): unknown {
    return this.#failure
  }

  /** Frees up to `bytes` of its space. @returns false if it has no space left */
  async shrink(bytes = this.#size): Promise<boolean> {
    this.#isShrinking = true
    try {
      await this.#filling
      if (this.#currentSize === 0) return false
      const size = Math.max(0, this.#currentSize - bytes)
      await truncate(this.#path, size).catch(unlessMissing)
      this.#currentSize = size
      return true
    } finally {
      this.#isShrinking = false
      this.#fillLater()
    }
  }

  /** Extends the file as far as the disk has space. @returns true if the reserve is complete */
  async fill(): Promise<boolean> {
    if (!this.isComplete && !this.#isShrinking) {
      this.#filling ??= awaitedLater(
        this.#write().finally(() => {
          this.#filling = undefined
        }),
      )
      await this.#filling
    }
    if (!this.isComplete) this.#fillLater()
    return this.isComplete
  }

  #fillLater(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.fill().catch(() => {}), FILL_EVERY_MS).unref()
  }

  async #write(): Promise<void> {
    try {
      await using file = await open(this.#path, constants.O_RDWR | constants.O_CREAT, 0o640)
      await this.#extend(file).catch(async (error) => {
        if (!isDiskFull(error) || !(await this.freeSpare(this.#size - this.#currentSize))) throw error
        await this.#extend(file)
      })
      this.#failure = undefined
    } catch (error) {
      // `isComplete` shows the result.
      this.#failure = error
    }
  }

  async #extend(file: FileHandle): Promise<void> {
    while (!this.isComplete && !this.#isShrinking) {
      const at = this.#currentSize
      const length = Math.min(CONTENT.length, this.#size - at)
      const { bytesWritten } = await file.write(CONTENT, 0, length, at)
      this.#currentSize += bytesWritten
    }
  }
}

/** @throws ApiError `storage_full` or `storage_read_only` if the reserve is not complete */
export function refuseWithoutReserve(reserve: Reserve): void {
  if (reserve.isComplete) return
  const { failure } = reserve
  if (isDiskReadOnly(failure)) throw new ApiError('storage_read_only', { cause: failure })
  const cause = new Error(
    'the disk is full, or has not enough space to complete the reserve in the data folder',
  )
  throw new ApiError('storage_full', { cause })
}
