/** Most entries of each table of the limits. */
const ENTRIES_MAX = 50_000

/** A map that lets the entry go that was set longest ago when it is full: nobody fills the memory with made-up names. */
export class BoundedMap<T> {
  readonly #entries = new Map<string, T>()

  get(key: string): T | undefined {
    return this.#entries.get(key)
  }

  set(key: string, value: T): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > ENTRIES_MAX) this.#entries.delete(this.#entries.keys().next().value as string)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}
