import { randomBytes } from 'node:crypto'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder, writeDurably } from '#server/disk/durable-files.ts'

/** The folder where mails lie as files while there is no mail server. Only the server's own user may look into it. */
export class Outbox {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'outbox')
  }

  /** Writes the message into a file of its own, which is there wholly or not at all. */
  async keep(message: Buffer): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, `${Date.now()}-${randomBytes(6).toString('hex')}.eml`)
    await writeDurably(`${path}.part`, message, 0o600)
    await rename(`${path}.part`, path)
    await syncFolder(this.#folder)
  }
}
