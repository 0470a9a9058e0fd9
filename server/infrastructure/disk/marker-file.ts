import { readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder, writeDurably } from './durable-files.ts'
import { unlessMissing } from './missing-files.ts'

/** A short text beside data, such as the id of its installation. */
export interface Marker {
  /** Undefined if there is none. */
  read(): Promise<string | undefined>
  write(text: string): Promise<void>
  remove(): Promise<void>
}

/** The suffix of a marker during its write. */
export const BEGUN = '.begun'

/** A marker that is a file. */
export class MarkerFile implements Marker {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  read(): Promise<string | undefined> {
    return readFile(this.#path, 'utf8').catch(unlessMissing)
  }

  async write(text: string): Promise<void> {
    const begun = `${this.#path}${BEGUN}`
    await rm(begun, { force: true })
    await writeDurably(begun, Buffer.from(text))
    await rename(begun, this.#path)
    await syncFolder(dirname(this.#path))
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true })
    await syncFolder(dirname(this.#path))
  }
}
