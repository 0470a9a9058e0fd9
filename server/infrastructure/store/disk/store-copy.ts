import { open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolderDurably, syncFolder } from '#server/infrastructure/disk/durable-files.ts'
import {
  type Content,
  type FileId,
  type FileStore,
  fullName,
} from '#server/infrastructure/store/file-store.ts'
import { DiskStore } from './disk-store.ts'

/** Copies files of any store into a data folder, where `DiskStore` finds them. */
export class StoreCopy {
  readonly #root: string
  readonly #store: DiskStore
  readonly #folders = new Set<string>()

  private constructor(root: string, store: DiskStore) {
    this.#root = root
    this.#store = store
  }

  static async open(dataDir: string): Promise<StoreCopy> {
    return new StoreCopy(dataDir, await DiskStore.open(dataDir))
  }

  /** Copies a file and flushes it to disk (fsync). If it cannot be read completely, the copy is removed. */
  async copy(from: FileStore, file: FileId): Promise<Content> {
    const path = join(this.#root, fullName(file))
    const folder = dirname(path)
    if (!this.#folders.has(folder)) await makeFolderDurably(folder, this.#root)
    this.#folders.add(folder)

    await using copy = await open(path, 'wx', 0o640)
    const content = await from.hash(file, (piece) => copy.appendFile(piece))
    if (typeof content === 'string') await rm(path)
    else await copy.sync()
    return content
  }

  /** Removes copies. */
  async remove(files: readonly FileId[]): Promise<void> {
    await this.#store.remove(files)
  }

  /** Flushes the names of all copies to disk (fsync). */
  async finish(): Promise<void> {
    for (const folder of this.#folders) await syncFolder(folder)
  }
}
