import type SQLite from 'better-sqlite3'

/**
 * Counts the commits of the database, and tracks the last one visible to each company. So a company's answer stays current while another
 * company works.
 */
export class Revisions {
  readonly #foreignVersion: () => number
  #foreign: number
  /** True if this turn of the event loop has looked for commits of other processes, which takes file locks. */
  #hasLooked = false
  #current = 0
  /** The last commit visible to all companies. */
  #ofAll = 0
  /** Each company's last commit since then. */
  readonly #ofCompany = new Map<number, number>()
  /** The company of the current transaction; undefined if all companies may see its changes. */
  #concerned: number | undefined

  /** @param writing the only writing connection of this process */
  constructor(writing: SQLite.Database) {
    // On this connection, it changes only with commits of other processes.
    const statement = writing.prepare<[], number>('pragma data_version').pluck()
    this.#foreignVersion = () => statement.get() as number
    this.#foreign = this.#foreignVersion()
  }

  /** The number of the last commit. Those of other processes appear in the next turn of the event loop. */
  current(): number {
    if (this.#hasLooked) return this.#current
    this.#hasLooked = true
    setImmediate(() => {
      this.#hasLooked = false
    })
    const foreign = this.#foreignVersion()
    if (foreign !== this.#foreign) {
      this.#foreign = foreign
      this.#countForAll()
    }
    return this.#current
  }

  /** True if a company's data are as at `revision`. @param companyId undefined for a caller who sees all companies */
  isCurrent(revision: number, companyId: number | undefined): boolean {
    if (companyId === undefined) return revision === this.#current
    return revision >= Math.max(this.#ofAll, this.#ofCompany.get(companyId) ?? 0)
  }

  /** Declares that only this company sees the changes of the current transaction. */
  concern(companyId: number): void {
    this.#concerned = companyId
  }

  /** Called when the connection is returned; resets the transaction's declaration. @param hasChanges false if it has only read */
  end(hasChanges: boolean): void {
    if (hasChanges && this.#concerned !== undefined) this.#ofCompany.set(this.#concerned, ++this.#current)
    else if (hasChanges) this.#countForAll()
    this.#concerned = undefined
  }

  #countForAll(): void {
    this.#current += 1
    this.#ofAll = this.#current
    this.#ofCompany.clear()
  }
}
