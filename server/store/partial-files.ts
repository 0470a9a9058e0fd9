import { constants } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { makeFolderDurably } from '#server/disk/durable-files.ts'

export const PARTIAL_FOLDER = 'partial'

/**
 * The folder `partial/` of the data folder has the files that arrive in parts, by the ids of their uploads. Unlike `incoming/`, it is
 * not emptied when the server starts. Like `incoming/`, it is on the disk whatever the store is, and on the same file system.
 */
export class PartialFiles {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Makes the folder where it is missing. */
  static async open(dataDir: string): Promise<PartialFiles> {
    const folder = join(dataDir, PARTIAL_FOLDER)
    await makeFolderDurably(folder, sep)
    return new PartialFiles(folder)
  }

  /** The path is safe, because ids come only from the database. */
  pathOf(id: string): string {
    return join(this.#folder, id)
  }

  /** Bytes; 0 if there is no such file. */
  async size(id: string): Promise<number> {
    const found = await stat(this.pathOf(id)).catch(unlessMissing)
    return found?.size ?? 0
  }

  /**
   * Writes the chunks from byte `start` on and waits until the disk has them.
   *
   * @returns the position after the last byte. If the chunks broke off, it also returns their error: the bytes before it are written.
   */
  async write(
    id: string,
    start: number,
    chunks: AsyncIterable<Buffer>,
  ): Promise<{ end: number; failure?: unknown }> {
    await using file = await open(this.pathOf(id), constants.O_RDWR | constants.O_CREAT, 0o640)
    let end = start
    let failure: unknown
    try {
      for await (const chunk of chunks) {
        for (let written = 0; written < chunk.length; ) {
          written += (await file.write(chunk, written, chunk.length - written, end + written)).bytesWritten
        }
        end += chunk.length
      }
    } catch (error) {
      failure = error
    }
    await file.datasync()
    return { end, ...(failure !== undefined && { failure }) }
  }

  /** Removes the files of these uploads. A missing file is no error. */
  async remove(ids: Iterable<string>): Promise<void> {
    for (const id of ids) await rm(this.pathOf(id), { force: true })
  }

  /** The ids of all uploads that have a file. */
  list(): Promise<string[]> {
    return readdir(this.#folder)
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
