import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { makeFolderDurably } from '#server/infrastructure/disk/durable-files.ts'

export const INCOMING_FOLDER = 'incoming'

/** The name prefix of request folders. Only these are ever removed: others are not this server's. */
const REQUEST_PREFIX = 'request-'

/**
 * The folder `incoming/` of the data folder has unfinished uploads. It is on disk for every store, because image workers read files by
 * path.
 */
export class Incoming {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Creates the folder if missing. */
  static async open(dataDir: string): Promise<Incoming> {
    const folder = join(dataDir, INCOMING_FOLDER)
    await makeFolderDurably(folder, sep)
    return new Incoming(folder)
  }

  /** Creates a folder for the files of one request. Disposing of it removes what remains in it. */
  async openFolder(): Promise<IncomingFolder> {
    return new IncomingFolder(await mkdtemp(join(this.#folder, REQUEST_PREFIX)))
  }

  /** Removes the folders of all requests. Only the process that serves the data folder may do that, while no upload runs. */
  async empty(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (!name.startsWith(REQUEST_PREFIX)) continue
      await rm(join(this.#folder, name), { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

/** The folder of one request. */
export class IncomingFolder implements AsyncDisposable {
  readonly #folder: string
  #files = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** A path for a new file. */
  newPath(): string {
    this.#files += 1
    return join(this.#folder, String(this.#files))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }
}
