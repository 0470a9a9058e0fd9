import { readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder, writeDurably } from './durable-files.ts'

/** Marks a database or a place of files as the target of a move that is not complete. No server starts on it. */
export interface MoveMarker {
  /** What the marker says about the move; undefined if there is no marker. */
  read(): Promise<string | undefined>
  write(description: string): Promise<void>
  remove(): Promise<void>
}

/** A marker that is a file. */
export class MoveMarkerFile implements MoveMarker {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  async read(): Promise<string | undefined> {
    try {
      return await readFile(this.#path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return undefined
    }
  }

  async write(description: string): Promise<void> {
    const begun = `${this.#path}.begun`
    await rm(begun, { force: true })
    await writeDurably(begun, Buffer.from(description))
    await rename(begun, this.#path)
    await syncFolder(dirname(this.#path))
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true })
    await syncFolder(dirname(this.#path))
  }
}

/** @throws with a sentence if a move to `place` is not complete */
export async function refuseUnfinishedMove(marker: Pick<MoveMarker, 'read'>, place: string): Promise<void> {
  const description = await marker.read()
  if (description === undefined) return
  throw new Error(`The move of ${description} is not complete, so ${place} cannot be used. Run it again.`)
}
