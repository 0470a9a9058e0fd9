import { globSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

/**
 * The path of the test file that this pattern describes, from the folder of the project.
 *
 * @throws without such a file, such as after a rename or move: its test would silently not run
 */
export function testFile(pattern: string): string {
  const [file] = globSync(pattern, { cwd: ROOT })
  if (file === undefined) throw new Error(`No test file matches ${pattern}.`)
  return file
}
