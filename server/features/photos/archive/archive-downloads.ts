import { ARCHIVES_PER_USER } from '#domain/limits.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

declare module '#server/core/env.ts' {
  interface Services {
    archiveDownloads: ArchiveDownloads
  }
}

/** The time after which a user may try again, in seconds. */
const RETRY_AFTER_S = 60

/** The number of ZIPs that each user is downloading from this process. Each process limits its own work. */
export class ArchiveDownloads {
  readonly #running = new Map<number, number>()

  /** @throws ApiError `too_many_archives` if the user has to wait for the end of another download */
  refuseTooMany(userId: number): void {
    if ((this.#running.get(userId) ?? 0) < ARCHIVES_PER_USER) return
    throw new ApiError('too_many_archives', { headers: { 'Retry-After': String(RETRY_AFTER_S) } })
  }

  /** Counts a download. @returns a function that is called once at its end @throws ApiError `too_many_archives` */
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
