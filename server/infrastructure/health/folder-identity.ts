import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Remembers a folder whatever its name is. If its disk is no longer mounted, there is another folder with the same name, which may be writable.
 *
 * @param parts files and folders in it that must not be replaced either
 * @returns a function that throws when the folder or a part is missing or was replaced
 */
export async function watchFolder(dataDir: string, parts: readonly string[]): Promise<() => Promise<void>> {
  const names = ['.', ...parts]
  const before = await identify(dataDir, names)
  return async () => {
    const found = await identify(dataDir, names)
    const replaced = names.filter((_, index) => found[index] !== before[index])
    if (replaced.length > 0)
      throw new Error(
        `the data folder is another one than at the start of the server: ${replaced.join(', ')}`,
      )
  }
}

/** The device and the inode of each part. */
function identify(dataDir: string, names: readonly string[]): Promise<string[]> {
  return Promise.all(
    names.map(async (name) => {
      const { dev, ino } = await stat(join(dataDir, name))
      return `${dev}:${ino}`
    }),
  )
}
