import type SQLite from 'better-sqlite3'

/**
 * Counts the commits of the database, and remembers which was the last one that a company sees. So an answer of one company stays current while
 * another company works.
 */
export class Revisions {
  readonly #foreignVersion: () => number
  #foreign: number
  /** True if commits of other processes were looked for in this turn of the event loop: each look takes locks of the file system. */
  #hasLooked = false
  #current = 0
  /** The last commit that all companies may see. */
  #ofAll = 0
  /** The last commit of each company since then. */
  readonly #ofCompany = new Map<number, number>()
  /** The company of the transaction that runs; undefined if all companies may see what it changes. */
  #concerned: number | undefined

  /** @param writing the only connection of this process that writes */
  constructor(writing: SQLite.Database) {
    // On this connection, it changes only with commits of other processes.
    const statement = writing.prepare<[], number>('pragma data_version').pluck()
    this.#foreignVersion = () => statement.get() as number
    this.#foreign = this.#foreignVersion()
  }

  /** The number of the last commit. Those of other processes are seen in the next turn of the event loop. */
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

  /** True if a company sees now what it saw at `revision`. @param companyId undefined for who sees all companies */
  isCurrent(revision: number, companyId: number | undefined): boolean {
    if (companyId === undefined) return revision === this.#current
    return revision >= Math.max(this.#ofAll, this.#ofCompany.get(companyId) ?? 0)
  }

  /** Says that the transaction that runs changes only what this company sees. */
  concern(companyId: number): void {
    this.#concerned = companyId
  }

  /** Called when the connection is given back. What was said of its transaction is over. @param hasChanges false if it has only read */
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
