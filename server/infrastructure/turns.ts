/** Work that waits for one worker. Owners take turns, so that one who asks for much does not keep the others waiting. */
export class Turns<Work> {
  /** The owner whose turn it is comes first. */
  readonly #waiting = new Map<string, Work[]>()

  add(owner: string, work: Work): void {
    const works = this.#waiting.get(owner)
    if (works) works.push(work)
    else this.#waiting.set(owner, [work])
  }

  /** Takes the oldest work of the owner whose turn it is, or of `first`, if there is some; undefined if nothing waits. */
  take(first?: string): Work | undefined {
    const owner = first !== undefined && this.#waiting.has(first) ? first : this.#waiting.keys().next().value
    if (owner === undefined) return undefined
    const works = this.#waiting.get(owner) ?? []
    const work = works.shift()
    this.#waiting.delete(owner)
    // Behind all others.
    if (works.length > 0) this.#waiting.set(owner, works)
    return work
  }
}
