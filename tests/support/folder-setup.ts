import { rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { temporaryFolder } from './test-app.ts'

/** The path of the folder of `setUpFolder`. */
export let folder: string

/** Makes a temporary folder before each test or once for the file, and removes it. Call this once at the top of a file: those of one process share this module. */
export function setUpFolder(every: 'test' | 'file'): void {
  const [before, after] = every === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll]
  before(async () => {
    folder = await temporaryFolder()
  })
  after(() => rm(folder, { recursive: true, force: true }))
}
