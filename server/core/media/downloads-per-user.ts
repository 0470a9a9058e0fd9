import type { ApiError } from '#server/infrastructure/errors.ts'

/** Counts the concurrent long downloads of one kind by user. Each process limits its own. */
export class DownloadsPerUser {
  readonly #max: number
  readonly #refusal: () => ApiError
  readonly #running = new Map<number, number>()

  /** @param refusal makes the error for a user with `max` downloads */
  constructor(max: number, refusal: () => ApiError) {
    this.#max = max
    this.#refusal = refusal
  }

  /** @throws the refusal if the user must wait for another download to end */
  refuseTooMany(userId: number): void {
    if ((this.#running.get(userId) ?? 0) >= this.#max) throw this.#refusal()
  }

  /** Counts a download. @returns a function to call once at its end @throws as `refuseTooMany` */
  begin(userId: number): () => void {
    this.refuseTooMany(userId)
    this.#running.set(userId, (this.#running.get(userId) ?? 0) + 1)
    return () => {
      const left = (this.#running.get(userId) ?? 1) - 1
      if (left === 0) this.#running.delete(userId)
      else this.#running.set(userId, left)
    }
  }
}
