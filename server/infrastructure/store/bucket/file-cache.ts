import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { freeBytes } from '#server/infrastructure/disk/disk-errors.ts'
import { DiskStore } from '#server/infrastructure/store/disk/disk-store.ts'
import {
  type FileId,
  type FileStore,
  fullName,
  type NewFile,
  type OpenFile,
} from '#server/infrastructure/store/file-store.ts'
import type { Incoming } from '#server/infrastructure/store/incoming.ts'

/** The cache folder in the data folder. */
export const CACHE_FOLDER = 'cache'

/** Lifetime of a copy, in milliseconds: another process may have removed the file. */
const AGE_MAX_MS = 7 * 24 * 60 * 60 * 1000
/** The fraction of the cache for one file. */
const FILE_SHARE_MAX = 1 / 4

export interface CacheLimits {
  /** Maximum bytes of all copies. */
  maxBytes: number
  /** Minimum free bytes for a copy. */
  minFreeBytes: number
}

interface Copy {
  file: FileId
  /** Bytes. */
  size: number
  /** In milliseconds since 1970. */
  writtenAt: number
}

/** A copy in progress. */
interface Filling {
  done: Promise<void>
  /** True if the file was removed meanwhile. The copy must not stay. */
  isRemoved: boolean
}

/**
 * An LRU cache of derivatives on the local disk, up to a number of bytes. It survives a restart. A failure here only means a file without a
 * copy.
 */
export class FileCache {
  readonly #folder: string
  readonly #files: FileStore
  readonly #incoming: Incoming
  readonly #limits: CacheLimits
  readonly #log: Logger
  /** In the order of their last use, by full file name. */
  readonly #copies = new Map<string, Copy>()
  readonly #filling = new Map<string, Filling>()
  #bytes = 0

  private constructor(
    folder: string,
    files: FileStore,
    incoming: Incoming,
    limits: CacheLimits,
    log: Logger,
  ) {
    this.#folder = folder
    this.#files = files
    this.#incoming = incoming
    this.#limits = limits
    this.#log = log
  }

  /** Creates the folder if missing, and finds the copies of former processes. */
  static async open(
    dataDir: string,
    incoming: Incoming,
    limits: CacheLimits,
    log: Logger,
  ): Promise<FileCache> {
    const folder = join(dataDir, CACHE_FOLDER)
    const cache = new FileCache(folder, await DiskStore.open(folder), incoming, limits, log)
    const found: Copy[] = []
    for await (const file of cache.#files.list()) {
      // A server on the same folder may just remove it.
      const written = await stat(join(folder, fullName(file))).catch(() => undefined)
      if (written) found.push({ file, size: written.size, writtenAt: written.mtimeMs })
    }
    for (const copy of found.sort((a, b) => a.writtenAt - b.writtenAt)) cache.#add(copy)
    await cache.#evict()
    return cache
  }

  /** The copy of a file, or undefined. */
  async open(file: FileId): Promise<OpenFile | undefined> {
    const name = fullName(file)
    const copy = this.#copies.get(name)
    if (!copy) return undefined
    const open = await this.#files.open(file).catch(() => undefined)
    // It may have been removed meanwhile.
    if (this.#copies.get(name) !== copy) return open
    this.#forget(name)
    // The last entry of a map is the latest.
    if (open) this.#add(copy)
    return open
  }

  /** Moves files of the incoming folder that are also in the bucket. */
  async keep(files: readonly NewFile[]): Promise<void> {
    try {
      for (const { file, path } of files) await this.#keep(file, path, (await stat(path)).size)
    } catch (error) {
      this.#log.info({ err: error }, 'could not cache files of the bucket')
    }
  }

  /**
   * Makes a copy. Callers for the same one share it.
   *
   * @param size in bytes
   * @param write writes the file to a path of the incoming folder and flushes it
   */
  async fill(file: FileId, size: number, write: (path: string) => Promise<void>): Promise<void> {
    const name = fullName(file)
    const running = this.#filling.get(name)
    if (running) return running.done
    const filling: Filling = { isRemoved: false, done: Promise.resolve() }
    filling.done = this.#fill(file, size, filling, write)
      .catch((error) => this.#log.info({ err: error, file: name }, 'could not cache a file of the bucket'))
      .finally(() => this.#filling.delete(name))
    this.#filling.set(name, filling)
    return filling.done
  }

  async #fill(
    file: FileId,
    size: number,
    filling: Filling,
    write: (path: string) => Promise<void>,
  ): Promise<void> {
    if (!(await this.#hasSpaceFor(size))) return
    await using incomingFolder = await this.#incoming.openFolder()
    const path = incomingFolder.newPath()
    await write(path)
    if (filling.isRemoved) return
    await this.#keep(file, path, size)
    if (filling.isRemoved) await this.remove([file])
  }

  /** Removes copies, also those in progress. */
  async remove(files: readonly FileId[]): Promise<void> {
    for (const name of files.map(fullName)) {
      this.#forget(name)
      const filling = this.#filling.get(name)
      if (filling) filling.isRemoved = true
    }
    await this.#files.remove(files)
  }

  removeEmptyFolders(folder: string): Promise<void> {
    return this.#files.removeEmptyFolders(folder)
  }

  async #keep(file: FileId, path: string, size: number): Promise<void> {
    if (!(await this.#hasSpaceFor(size))) return
    await this.#files.keep([{ file, path }])
    this.#add({ file, size, writtenAt: Date.now() })
    await this.#evict()
  }

  async #hasSpaceFor(size: number): Promise<boolean> {
    const { maxBytes, minFreeBytes } = this.#limits
    if (size > maxBytes * FILE_SHARE_MAX) return false
    return (await freeBytes(this.#folder)) >= minFreeBytes + size
  }

  #add(copy: Copy): void {
    const name = fullName(copy.file)
    this.#forget(name)
    this.#copies.set(name, copy)
    this.#bytes += copy.size
  }

  #forget(name: string): void {
    this.#bytes -= this.#copies.get(name)?.size ?? 0
    this.#copies.delete(name)
  }

  /** Removes expired copies, and the least recently used ones above the size limit. */
  async #evict(): Promise<void> {
    const oldest = Date.now() - AGE_MAX_MS
    const evicted: FileId[] = []
    for (const [name, { file, writtenAt }] of this.#copies) {
      if (this.#bytes <= this.#limits.maxBytes && writtenAt >= oldest) continue
      this.#forget(name)
      evicted.push(file)
    }
    await this.#files.remove(evicted)
  }
}
