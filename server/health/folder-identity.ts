import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What has to stay where it is for as long as the server runs. */
const PARTS = ['.', 'files', 'derivatives', 'incoming', 'kanat.db']

/**
 * Which folder it is, whatever its name: where a disk is no longer mounted, there is another folder under the same name,
 * which may well be written.
 */
export class FolderIdentity {
  readonly #dataDir: string
  readonly #parts: string[]

  private constructor(dataDir: string, parts: string[]) {
    this.#dataDir = dataDir
    this.#parts = parts
  }

  static async of(dataDir: string): Promise<FolderIdentity> {
    return new FolderIdentity(dataDir, await partsOf(dataDir))
  }

  /** @throws when something of it is gone or has been replaced. */
  async expectSame(): Promise<void> {
    const found = await partsOf(this.#dataDir)
    const replaced = PARTS.filter((_, index) => found[index] !== this.#parts[index])
    if (replaced.length > 0) {
      throw new Error(
        `the data folder is another one than at the start of the server: ${replaced.join(', ')}`,
      )
    }
  }
}

function partsOf(dataDir: string): Promise<string[]> {
  return Promise.all(
    PARTS.map(async (part) => {
      const { dev, ino } = await stat(join(dataDir, part))
      return `${dev}:${ino}`
    }),
  )
}
