import type { Reader } from '#server/infrastructure/database/database.ts'
import { fullName, originalOf } from '#server/infrastructure/store/file-store.ts'
import type { OpenStore } from '#server/infrastructure/store/opening/open-store.ts'
import { FILE_KINDS } from './file-kinds.ts'
import { getInstallation } from './installation-queries.ts'

declare module '#server/core/env.ts' {
  interface Services {
    installation: Installation
  }
}

/** Rows of each kind to compare if the files have no id yet. */
const ROWS_COMPARED = 100

interface Places extends Pick<OpenStore, 'store' | 'installation'> {
  db: { read: Reader }
  /** The names of both places for the operator. */
  databaseName: string
  storeName: string
}

/**
 * The database and the store of its files, which belong together if they have the same id. Until then nothing is removed: stray files may
 * belong to a database that is not restored yet, or not configured.
 */
export class Installation {
  readonly #places: Places
  #mismatch: Error | undefined = new Error('The files have not been matched with the database yet.')

  constructor(places: Places) {
    this.#places = places
  }

  /** True if the files matched the database at the last check. */
  get isBound(): boolean {
    return this.#mismatch === undefined
  }

  /**
   * Compares the ids. Files without an id get that of the database, if there are none or they match its rows.
   *
   * @returns why the files do not belong to the database
   * @throws ApiError `store_unavailable`; the errors of the database
   */
  async check(): Promise<Error | undefined> {
    this.#mismatch = await this.#findMismatch()
    return this.#mismatch
  }

  /** As `check`, but only after a mismatch; a failed check keeps the last result. */
  async checkAgain(): Promise<Error | undefined> {
    if (this.isBound) return undefined
    return this.check().catch(() => this.#mismatch)
  }

  /** Declares that the files belong to the database from now on. */
  async bind(): Promise<void> {
    const { id } = await getInstallation(this.#places.db.read)
    await this.#places.installation.write(id)
    this.#mismatch = undefined
  }

  async #findMismatch(): Promise<Error | undefined> {
    const { db, installation } = this.#places
    const { id } = await getInstallation(db.read)
    const found = await installation.read()
    if (found === id) return undefined
    if (found !== undefined) return this.#mismatchBecause('its files belong to another database')
    const reason = await this.#compare()
    if (reason !== undefined) return this.#mismatchBecause(reason)
    await installation.write(id)
    return undefined
  }

  #mismatchBecause(reason: string): Error {
    const { databaseName, storeName } = this.#places
    return new Error(
      `Nothing is removed from ${storeName}: ${reason}. The database is ${databaseName}. If the configuration is wrong or a restore is incomplete, stop the server and fix that. If these files do belong to this database, run: npm run sweep -- --bind`,
    )
  }

  /** @returns the evidence against files without an id belonging to the database */
  async #compare(): Promise<string | undefined> {
    const { db, store } = this.#places
    let [all, missing] = [0, 0]
    for (const kind of FILE_KINDS) {
      for (const { key } of await kind.after(db.read, 0, ROWS_COMPARED)) {
        all += 1
        if ((await store.size(originalOf(key))) === undefined) missing += 1
      }
    }
    if (missing * 2 > all) return `it lacks ${missing} of ${all} files of the database`
    if (all > 0) return undefined
    for await (const file of store.list()) return `the database has no files, but there is ${fullName(file)}`
    return undefined
  }
}
