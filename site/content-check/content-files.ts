import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of an editor's files. Paths are below it, with `/`. */
export class ContentFolder {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  has(file: string): boolean {
    return existsSync(join(this.#path, file))
  }

  read(file: string): string {
    return readFileSync(join(this.#path, file), 'utf8')
  }

  /** Every file, sorted; hidden ones, which editors and systems leave behind, do not count. */
  list(): string[] {
    return readdirSync(this.#path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name).slice(this.#path.length + 1))
      .map((file) => file.replaceAll('\\', '/'))
      .sort()
  }
}

/** The line (from 1) and the column (from 1) of a place in a text. */
export function positionOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
