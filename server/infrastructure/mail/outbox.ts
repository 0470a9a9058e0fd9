import { randomBytes } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, syncFolder, writeDurably } from '#server/infrastructure/disk/durable-files.ts'

const FOLDER = 'outbox'

/** The folder of mails as files, without a mail server. Only the server's user can read it. */
export class Outbox {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, FOLDER)
  }

  /** Writes the message to a new file, atomically: a crash or failure leaves no part of it. */
  async keep(message: Buffer): Promise<void> {
    await makeFolder(this.#folder, 0o700)
    const path = join(this.#folder, `${Date.now()}-${randomBytes(6).toString('hex')}.eml`)
    try {
      await writeDurably(`${path}.part`, message, 0o600)
      await rename(`${path}.part`, path)
    } catch (error) {
      await rm(`${path}.part`, { force: true }).catch(() => {})
      throw error
    }
    await syncFolder(this.#folder)
  }
}
