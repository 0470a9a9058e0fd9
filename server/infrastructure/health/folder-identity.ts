import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Recognizes a folder whatever its name is. If its disk is no longer mounted, there is another folder with the same name,
 * which may be writable.
 */
export class FolderIdentity {
  readonly #dataDir: string
  /** Each part of the folder with its device and inode. */
  readonly #parts: Map<string, string>

  private constructor(dataDir: string, parts: Map<string, string>) {
    this.#dataDir = dataDir
    this.#parts = parts
  }

  /** @param parts files and folders in the folder that must not be replaced either */
  static async of(dataDir: string, parts: readonly string[]): Promise<FolderIdentity> {
    return new FolderIdentity(dataDir, await identify(dataDir, ['.', ...parts]))
  }

  /** @throws when the folder or a part is missing or was replaced. */
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
