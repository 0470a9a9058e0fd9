import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the editors' files. Paths are relative to it, with `/`. */
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

  /** All files, sorted. Hidden files are ignored, because text editors and systems create them. */
  list(): string[] {
    return readdirSync(this.#path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name).slice(this.#path.length + 1))
      .map((file) => file.replaceAll('\\', '/'))
      .sort()
  }
}

/** The line and the column of an offset in a text, both from 1. */
export function positionOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
