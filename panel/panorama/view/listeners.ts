/** What runs when something happens. */
export class Listeners<Value> {
  readonly #all = new Set<(value: Value) => void>()

  /** @returns ends the listening */
  add(listener: (value: Value) => void): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  tell(value: Value): void {
    for (const listener of this.#all) listener(value)
  }
}
