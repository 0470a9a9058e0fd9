import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Which folder it is, whatever its name: where a disk is no longer mounted, there is another folder under the same name,
 * which may well be written.
 */
export class FolderIdentity {
  readonly #dataDir: string
  /** Each part of the folder with what the file system knows it by. */
  readonly #parts: Map<string, string>

  private constructor(dataDir: string, parts: Map<string, string>) {
    this.#dataDir = dataDir
    this.#parts = parts
  }

  /** @param parts names in the folder that have to stay where they are, too */
  static async of(dataDir: string, parts: readonly string[]): Promise<FolderIdentity> {
    return new FolderIdentity(dataDir, await identify(dataDir, ['.', ...parts]))
  }

  /** @throws when something of it is gone or has been replaced. */
  async expectSame(): Promise<void> {
    const found = await identify(this.#dataDir, [...this.#parts.keys()])
    const replaced = [...found].filter(([part, identity]) => this.#parts.get(part) !== identity)
    if (replaced.length > 0) {
      const names = replaced.map(([part]) => part).join(', ')
      throw new Error(`the data folder is another one than at the start of the server: ${names}`)
    }
  }
}

async function identify(dataDir: string, parts: string[]): Promise<Map<string, string>> {
  const identities = parts.map(async (part) => {
    const { dev, ino } = await stat(join(dataDir, part))
    return [part, `${dev}:${ino}`] as const
  })
  return new Map(await Promise.all(identities))
}
