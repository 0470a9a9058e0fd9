import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, stat, statfs, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { MIB } from '#domain/limits.ts'
import { ApiError } from '#server/errors.ts'

const SIZE_MIN = MIB
/** At most this part of the disk. */
const DISK_PART = 1 / 16
/** How often a reserve that is not whole is filled, in milliseconds. */
const FILL_EVERY_MS = 1000
/** Random, so that no file system compresses it: the room has to be taken, not only promised. */
const CONTENT = randomBytes(64 * 1024)

/**
 * A file in the data folder whose room is for the time when the disk is full. It is made shorter for what has to work
 * even then, and gets its length again as soon as there is room.
 */
export class Reserve {
  readonly #path: string
  readonly #size: number
  /** Bytes that the file has. */
  #held: number
  #filling: Promise<void> | undefined
  #isGivingWay = false
  #timer: NodeJS.Timeout | undefined

  private constructor(path: string, size: number, held: number) {
    this.#path = path
    this.#size = size
    this.#held = held
  }

  /** The reserve as it lies in the folder; makes nothing. @param sizeMax bytes; 0 means no reserve */
  static async open(dataDir: string, sizeMax: number): Promise<Reserve> {
    const path = join(dataDir, 'reserve')
    const { blocks, bsize } = await statfs(dataDir)
    const size = Math.min(sizeMax, Math.max(SIZE_MIN, Math.floor(blocks * bsize * DISK_PART)))
    const found = await stat(path).catch(unlessMissing)
    if (found !== undefined && found.size > size) await truncate(path, size)
    // A copy may have holes instead of bytes, and they take no room.
    const isSolid = found !== undefined && found.blocks * 512 >= found.size
    return new Reserve(path, size, isSolid ? Math.min(found.size, size) : 0)
  }

  /** True while it has its whole length. While it has not, only what may use it writes. */
  get isWhole(): boolean {
    return this.#held >= this.#size
  }

  /** Gives up to `bytes` of its room back to the disk. @returns false when it has none left. */
  async giveWay(bytes = this.#size): Promise<boolean> {
    this.#isGivingWay = true
    try {
      await this.#filling
      if (this.#held === 0) return false
      this.#held = Math.max(0, this.#held - bytes)
      await truncate(this.#path, this.#held).catch(unlessMissing)
      return true
    } finally {
      this.#isGivingWay = false
      this.#fillLater()
    }
  }

  /** Takes as much of its room again as the disk has. @returns true when it is whole. */
  async fill(): Promise<boolean> {
    if (!this.isWhole && !this.#isGivingWay) {
      this.#filling ??= this.#write().finally(() => {
        this.#filling = undefined
      })
      await this.#filling
    }
    if (!this.isWhole) this.#fillLater()
    return this.isWhole
  }

  #fillLater(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.fill(), FILL_EVERY_MS).unref()
  }

  async #write(): Promise<void> {
    try {
      await using file = await open(this.#path, constants.O_RDWR | constants.O_CREAT, 0o640)
      await this.#extend(file)
    } catch {
      // No room yet, or no folder to write into: what it lacks, `isWhole` tells.
    }
  }

  async #extend(file: FileHandle): Promise<void> {
    while (!this.isWhole && !this.#isGivingWay) {
      const at = this.#held
      const length = Math.min(CONTENT.length, this.#size - at)
      const { bytesWritten } = await file.write(CONTENT, 0, length, at)
      this.#held += bytesWritten
    }
  }
}

/** @throws ApiError `storage_full` while the reserve is not whole */
export function refuseWithoutReserve(reserve: Reserve): void {
  if (reserve.isWhole) return
  const cause = new Error('the disk has no room, or not enough to fill the reserve in the data folder')
  throw new ApiError('storage_full', { cause })
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
