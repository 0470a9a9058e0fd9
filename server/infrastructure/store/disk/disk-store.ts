import {
  copyFile,
  type FileHandle,
  link,
  open,
  opendir,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { isDiskReadOnly } from '#server/infrastructure/disk/disk-errors.ts'
import { makeFolderDurably, syncFolder } from '#server/infrastructure/disk/durable-files.ts'
import { unlessMissing } from '#server/infrastructure/disk/missing-files.ts'
import {
  type ByteRange,
  type Content,
  type FileId,
  type FileStore,
  fullName,
  type NewFile,
  type OpenFile,
} from '#server/infrastructure/store/file-store.ts'
import { readWhole } from '#server/infrastructure/store/read-whole.ts'

/** The folders of originals and derivatives in the data folder. */
export const DISK_STORE_FOLDERS = ['files', 'derivatives'] as const

/** Read size, in bytes. */
const STREAM_PIECE_BYTES = 256 * 1024

/**
 * Stores files in the data folder: originals in `files/`, derivatives in `derivatives/`. The incomingFolder is on the same file
 * system, so that a rename is atomic.
 */
export class DiskStore implements FileStore {
  readonly #root: string

  private constructor(root: string) {
    this.#root = root
  }

  /** Creates missing folders. */
  static async open(dataDir: string): Promise<DiskStore> {
    for (const folder of DISK_STORE_FOLDERS) await makeFolderDurably(join(dataDir, folder), sep)
    return new DiskStore(dataDir)
  }

  /** A store in existing folders; missing ones are not created. */
  static at(dataDir: string): DiskStore {
    return new DiskStore(dataDir)
  }

  /** Renames each file, then makes the renames durable. */
  async keep(files: readonly NewFile[]): Promise<void> {
    const moved: FileId[] = []
    try {
      const folders = new Set(files.map(({ file }) => dirname(this.#pathOf(file))))
      for (const folder of folders) await makeFolderDurably(folder, this.#root)
      for (const { file, path } of files) {
        await rename(path, this.#pathOf(file))
        moved.push(file)
      }
      await Promise.all([...folders].map(syncFolder))
    } catch (error) {
      await this.remove(moved)
      throw error
    }
  }

  async open(file: FileId): Promise<OpenFile | undefined> {
    const handle = await open(this.#pathOf(file), 'r').catch(unlessMissing)
    return handle && OpenDiskFile.over(handle)
  }

  /** Links the file, which copies no bytes; some file systems have no links. */
  async copyTo(file: FileId, path: string): Promise<boolean> {
    const stored = this.#pathOf(file)
    try {
      await link(stored, path).catch(() => copyFile(stored, path))
      return true
    } catch (error) {
      unlessMissing(error as NodeJS.ErrnoException)
      return false
    }
  }

  /** Nothing: the check of the data folder covers it. */
  async probe(): Promise<void> {}

  async size(file: FileId): Promise<number | undefined> {
    try {
      const found = await stat(this.#pathOf(file))
      return found.isFile() ? found.size : undefined
    } catch {
      return undefined
    }
  }

  hash(file: FileId, onPiece?: (piece: Uint8Array) => Promise<unknown>): Promise<Content> {
    return readWhole(this.#pathOf(file), onPiece)
  }

  /** A file that stays on a read-only disk is removed later: its row is gone, so it is unreadable. */
  async remove(files: readonly FileId[]): Promise<boolean> {
    try {
      for (const file of files) await rm(this.#pathOf(file), { force: true })
      return true
    } catch (error) {
      if (!isDiskReadOnly(error)) throw error
      return false
    }
  }

  async removeEmptyFolders(folder: string): Promise<void> {
    for (const place of DISK_STORE_FOLDERS) {
      const path = join(this.#root, place, folder)
      const names = await readdir(path).catch(unlessMissing)
      for (const name of names ?? []) await rmdir(join(path, name)).catch(unlessUsed)
      await rmdir(path).catch(unlessUsed)
    }
  }

  async *list(): AsyncGenerator<FileId> {
    for (const place of DISK_STORE_FOLDERS) {
      const isDerivative = place === 'derivatives'
      for await (const name of namesIn(join(this.#root, place))) yield { name, isDerivative }
    }
  }

  async writtenAt(file: FileId): Promise<Date | undefined> {
    return (await stat(this.#pathOf(file)).catch(unlessMissing))?.mtime
  }

  close(): void {}

  /** The path is safe, because keys come only from the database, never from a request. */
  #pathOf(file: FileId): string {
    return join(this.#root, fullName(file))
  }
}

class OpenDiskFile implements OpenFile {
  readonly size: number
  readonly #handle: FileHandle
  #isStreaming = false

  private constructor(handle: FileHandle, size: number) {
    this.#handle = handle
    this.size = size
  }

  static async over(handle: FileHandle): Promise<OpenDiskFile> {
    try {
      return new OpenDiskFile(handle, (await handle.stat()).size)
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  readAll(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#handle.readFile()
  }

  async read({ start, end }: ByteRange): Promise<Buffer<ArrayBuffer>> {
    const length = Math.max(0, Math.min(end + 1, this.size) - start)
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  }

  stream(range: ByteRange): ReadableStream<Uint8Array> {
    // The stream closes the handle at its end.
    this.#isStreaming = true
    const stream = this.#handle.createReadStream({ ...range, highWaterMark: STREAM_PIECE_BYTES })
    return Readable.toWeb(stream) as ReadableStream<Uint8Array>
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isStreaming) await this.#handle.close()
  }
}

/** The names of all files below a folder. Recursive `opendir` throws if a folder is removed during the read. */
async function* namesIn(folder: string, prefix = ''): AsyncGenerator<string> {
  const entries = await opendir(join(folder, prefix)).catch(unlessMissing)
  for await (const entry of entries ?? []) {
    const name = join(prefix, entry.name)
    if (entry.isDirectory()) yield* namesIn(folder, name)
    if (entry.isFile()) yield name
  }
}

/** An upload may still have a file in the folder, and removes it itself. An empty folder does no harm. */
function unlessUsed(error: NodeJS.ErrnoException): void {
  const { code = '' } = error
  if (isDiskReadOnly(error) || ['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(code)) return
  throw error
}
