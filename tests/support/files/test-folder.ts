import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { folder, setUpFolder } from '../folder-setup.ts'

/** A folder that exists while the tests of a file run. */
interface TestFolder {
  readonly path: string
  /** @returns the path of a new file with these bytes */
  save(bytes: Uint8Array): Promise<string>
}

/** Makes the folder before the tests of a file and removes it after them. */
export function setUpTestFolder(): TestFolder {
  setUpFolder('file')
  return {
    get path() {
      return folder
    },
    async save(bytes) {
      const file = join(folder, crypto.randomUUID())
      await writeFile(file, bytes)
      return file
    },
  }
}
