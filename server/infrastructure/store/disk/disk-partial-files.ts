import { constants } from 'node:fs'
import { link, open, readdir, rm, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { makeFolderDurably } from '#server/infrastructure/disk/durable-files.ts'
import { unlessMissing } from '#server/infrastructure/disk/missing-files.ts'
import type { PartialFiles } from '#server/infrastructure/store/partial-files.ts'

export const PARTIAL_FOLDER = 'partial'

/** The folder `partial/` of the data folder, on the file system of `incoming/`. */
export class DiskPartialFiles implements PartialFiles {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Creates the folder if missing. */
  static async open(dataDir: string): Promise<DiskPartialFiles> {
    const folder = join(dataDir, PARTIAL_FOLDER)
    await makeFolderDurably(folder, sep)
    return new DiskPartialFiles(folder)
  }

  async size(id: string): Promise<number> {
    const found = await stat(this.#pathOf(id)).catch(unlessMissing)
    return found?.size ?? 0
  }

  async write(
    id: string,
    start: number,
    chunks: AsyncIterable<Buffer>,
  ): Promise<{ end: number; failure?: unknown }> {
    await using file = await open(this.#pathOf(id), constants.O_RDWR | constants.O_CREAT, 0o640)
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

  /** Links the file, which copies no bytes. */
  async copyTo(id: string, path: string): Promise<void> {
    await link(this.#pathOf(id), path)
  }

  async remove(ids: Iterable<string>): Promise<true> {
    for (const id of ids) await rm(this.#pathOf(id), { force: true })
    return true
  }

  list(): Promise<string[]> {
    return readdir(this.#folder)
  }

  /** The path is safe, because ids come only from the database. */
  #pathOf(id: string): string {
    return join(this.#folder, id)
  }
}
