import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { temporaryFolder } from '../test-app.ts'

/** A folder that exists while the tests of a file run. */
interface TestFolder {
  readonly path: string
  /** @returns the path of a new file with these bytes */
  save(bytes: Uint8Array): Promise<string>
}

/** Makes the folder before the tests of a file and removes it after them. */
export function setUpTestFolder(): TestFolder {
  let path: string
  beforeAll(async () => {
    path = await temporaryFolder()
  })
  afterAll(() => rm(path, { recursive: true }))
  return {
    get path() {
      return path
    },
    async save(bytes) {
      const file = join(path, crypto.randomUUID())
      await writeFile(file, bytes)
      return file
    },
  }
}
