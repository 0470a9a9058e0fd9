import { randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, syncFolder, writeDurably } from '#server/infrastructure/disk/durable-files.ts'
import { unlessMissing } from '#server/infrastructure/disk/missing-files.ts'

const FOLDER = 'outbox'
const MAIL = /^[\w-]+\.eml$/

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

/** Copies the mails of a data folder into its backup. The outbox may be emptied meanwhile. */
export async function copyOutbox(dataDir: string, folder: string): Promise<void> {
  const [from, to] = [join(dataDir, FOLDER), join(folder, FOLDER)]
  const names = (await readdir(from).catch(unlessMissing)) ?? []
  const mails = names.filter((name) => MAIL.test(name))
  if (mails.length === 0) return
  await makeFolder(to, 0o700)
  for (const name of mails) {
    const message = await readFile(join(from, name)).catch(unlessMissing)
    if (message) await writeDurably(join(to, name), message, 0o600)
  }
  await syncFolder(to)
}
