/** The most entries of one map. */
const ENTRIES_MAX = 50_000

/** A map that deletes its oldest entry when it is full, so that requests with invented keys cannot fill the memory. */
export class BoundedMap<T> {
  readonly #entries = new Map<string, T>()

  get(key: string): T | undefined {
    return this.#entries.get(key)
  }

  /** Sets the entry and makes it the newest one. */
  set(key: string, value: T): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > ENTRIES_MAX) this.#entries.delete(this.#entries.keys().next().value as string)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}
