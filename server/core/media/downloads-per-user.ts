import type { ApiError } from '#server/infrastructure/errors.ts'

/** The number of long downloads of one kind that each user has at the same time from this process. Each process limits its own work. */
export class DownloadsPerUser {
  readonly #max: number
  readonly #refusal: () => ApiError
  readonly #running = new Map<number, number>()

  /** @param refusal makes the error for a user who has `max` downloads */
  constructor(max: number, refusal: () => ApiError) {
    this.#max = max
    this.#refusal = refusal
  }

  /** @throws the refusal if the user has to wait for the end of another download */
  refuseTooMany(userId: number): void {
    if ((this.#running.get(userId) ?? 0) >= this.#max) throw this.#refusal()
  }

  /** Counts a download. @returns a function that is called once at its end @throws as `refuseTooMany` */
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
