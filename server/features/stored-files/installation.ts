import { listUploadIds } from '#server/core/uploads/partial-upload-queries.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import type { OpenStore } from '#server/infrastructure/store/opening/open-store.ts'
import { FILE_KINDS } from './file-kinds.ts'
import { getInstallation } from './installation-queries.ts'
import { withoutRow } from './unknown-files.ts'

declare module '#server/core/env.ts' {
  interface Services {
    installation: Installation
  }
}

/** How many files, and how many rows of each kind, are compared where the files have no id yet. */
const FILES_COMPARED = 1000
const ROWS_COMPARED = 100

interface Places extends OpenStore {
  db: { read: Reader }
  /** The names of both places for the operator. */
  databaseName: string
  storeName: string
}

/**
 * The database and the place of the files, which belong together if both have the same id. As long as they do not, nothing is removed:
 * files without rows may be those of a database that is not restored yet, or whose address is missing in the configuration.
 */
export class Installation {
  readonly #places: Places
  #mismatch: Error | undefined = new Error('It is not known yet whether the files belong to the database.')

  constructor(places: Places) {
    this.#places = places
  }

  /** True if the files belonged to the database when it was checked last. */
  get isBound(): boolean {
    return this.#mismatch === undefined
  }

  /**
   * Compares the ids. Files without an id get that of the database, if there are none or both know each other.
   *
   * @returns why the files do not belong to the database
   * @throws ApiError `store_unavailable`; the errors of the database
   */
  async check(): Promise<Error | undefined> {
    this.#mismatch = await this.#findMismatch()
    return this.#mismatch
  }

  /** As `check`, but it looks only if the files did not belong to the database, and keeps the last result if it cannot look. */
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
      `Nothing is removed from ${storeName}: ${reason}. The database is ${databaseName}. If the configuration is wrong or something is not restored yet, stop the server and mend that. If these files shall belong to this database, run: npm run sweep -- --bind`,
    )
  }

  /** @returns what contradicts that the files belong to the database */
  async #compare(): Promise<string | undefined> {
    const files = await this.#compareFiles()
    if (files.unknown * 2 > files.all)
      return `the database does not know ${files.unknown} of ${files.all} files`
    const rows = await this.#compareRows()
    if (rows.missing * 2 > rows.all) return `it lacks ${rows.missing} of ${rows.all} files of the database`
    return undefined
  }

  async #compareFiles(): Promise<{ unknown: number; all: number }> {
    const { db, store, partialFiles } = this.#places
    let all = 0
    async function* some() {
      for await (const file of store.list()) {
        if (all === FILES_COMPARED) break
        all += 1
        yield file
      }
    }
    let unknown = 0
    for await (const _ of withoutRow(db.read, some())) unknown += 1
    const parts = await partialFiles.list()
    const uploads = await listUploadIds(db.read)
    return { all: all + parts.length, unknown: unknown + parts.filter((id) => !uploads.has(id)).length }
  }

  async #compareRows(): Promise<{ missing: number; all: number }> {
    const { db, store } = this.#places
    let [all, missing] = [0, 0]
    for (const kind of FILE_KINDS) {
      for (const { key } of await kind.after(db.read, 0, ROWS_COMPARED)) {
        all += 1
        if ((await store.size(originalOf(key))) === undefined) missing += 1
      }
    }
    return { missing, all }
  }
}
