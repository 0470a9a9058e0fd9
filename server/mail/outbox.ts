import { randomBytes } from 'node:crypto'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder, writeDurably } from '#server/disk/durable-files.ts'

/** The folder with mails as files, used if no mail server is configured. Only the user of the server can read it. */
export class Outbox {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'outbox')
  }

  /** Writes the message to a new file. After a crash, the file is complete or does not exist. */
  async keep(message: Buffer): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, `${Date.now()}-${randomBytes(6).toString('hex')}.eml`)
    await writeDurably(`${path}.part`, message, 0o600)
    await rename(`${path}.part`, path)
    await syncFolder(this.#folder)
  }
}
