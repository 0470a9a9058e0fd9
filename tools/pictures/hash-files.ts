import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** The SHA-256 of the paths and bytes of these files and of all files in these folders, in the order of their paths. */
export function hashFiles(sources: readonly string[]): string {
  const files = new Set(sources.flatMap((source) => filesIn(join(ROOT, source))))
  const hash = createHash('sha256')
  for (const file of [...files].sort()) hash.update(`${relative(ROOT, file)}\n`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}
