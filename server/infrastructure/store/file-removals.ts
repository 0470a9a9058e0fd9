import type { Logger } from 'pino'
import type { Reader } from '#server/infrastructure/database/database.ts'
import type { Transactions } from '#server/infrastructure/database/transactions.ts'
import { derivativeOf, type FileId, type FileStore, originalOf } from './file-store.ts'
import { type PartialFiles, uploadOf } from './partial-files.ts'
import type { StoredFileKind } from './stored-file.ts'

/** Keys read and removed at once. */
const KEYS_AT_ONCE = 500

interface Places {
  db: { read: Reader }
  transactions: Transactions
  store: FileStore
  partialFiles: PartialFiles
  kinds: readonly StoredFileKind[]
  /** False while it is uncertain that the files belong to the database. */
  installation: { readonly isBound: boolean }
  log: Logger
}

/**
 * Removes the files of deleted records. Triggers write the keys into `file_removal` with each deletion, so leftovers of a crash, or of a
 * bucket outage, are removed later. Files stay while it is uncertain that they belong to the database.
 */
export class FileRemovals {
  readonly #places: Places
  /** Of all possible derivatives. */
  readonly #variants: readonly string[]

  constructor(places: Places) {
    this.#places = places
    this.#variants = [
      ...new Set(
        places.kinds.flatMap(({ variants, optionalVariants }) => [...variants, ...optionalVariants]),
      ),
    ]
  }

  /** Removes the files of these deleted records. The next maintenance retries failures. */
  async remove(keys: readonly string[]): Promise<void> {
    if (!this.#places.installation.isBound) return
    for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
      if (!(await this.#removeSome(keys.slice(at, at + KEYS_AT_ONCE)))) return
    }
  }

  /** A file that cannot be removed does not stop the others. @returns false if nothing can be removed now */
  async #removeSome(keys: readonly string[]): Promise<boolean> {
    try {
      return await this.#remove(keys)
    } catch (error) {
      const [key, ...others] = keys
      if (others.length > 0) {
        for (const one of keys) if (!(await this.#removeSome([one]))) return false
        return true
      }
      this.#places.log.warn(
        { err: error, key },
        'could not remove files of a deleted record; maintenance will retry',
      )
      return true
    }
  }

  /** Removes the files of all deleted records with the key prefix `folder/`, and the folder. */
  async removeFolder(folder: string): Promise<void> {
    await this.remove(await this.list(`${folder}/`))
    await this.#places.store.removeEmptyFolders(folder)
  }

  /** The keys with files left to remove. */
  async list(prefix = ''): Promise<string[]> {
    const { db } = this.#places
    const rows = await db.read
      .selectFrom('file_removal')
      .select('key')
      .$if(prefix !== '', (query) => query.where('key', '>=', prefix).where('key', '<', after(prefix)))
      .execute()
    return rows.map(({ key }) => key)
  }

  /** @returns false if some files remain */
  async #remove(keys: readonly string[]): Promise<boolean> {
    const { store, partialFiles } = this.#places
    const files = keys.filter((key) => uploadOf(key) === undefined)
    const needed = await this.#neededAmong(files)
    const toRemove = files.filter((key) => !needed.has(key)).flatMap((key) => this.#filesOf(key))
    const uploads = keys.map(uploadOf).filter((id) => id !== undefined)
    if (!(await store.remove(toRemove)) || !(await partialFiles.remove(uploads))) return false
    await this.#forget(keys)
    return true
  }

  /** The keys with a row again, added by hand. */
  async #neededAmong(keys: string[]): Promise<Set<string>> {
    const needed = new Set<string>()
    if (keys.length === 0) return needed
    const { db, kinds } = this.#places
    for (const kind of kinds) for (const { key } of await kind.withKeys(db.read, keys)) needed.add(key)
    return needed
  }

  async #forget(keys: readonly string[]): Promise<void> {
    await this.#places.transactions.run(
      (transaction) => transaction.deleteFrom('file_removal').where('key', 'in', keys).execute(),
      'use reserve',
    )
  }

  /** All possible files of a record with this key. */
  #filesOf(key: string): FileId[] {
    return [originalOf(key), ...this.#variants.map((variant) => derivativeOf(key, variant))]
  }
}

/** The first text after all texts with `prefix`, whose last letter is a slash. */
function after(prefix: string): string {
  return `${prefix.slice(0, -1)}0`
}
