import { randomBytes } from 'node:crypto'
import type { Language } from '#domain/language.ts'
import { ARCHIVE_ADDRESS_MS, ARCHIVES_PER_USER } from '#domain/limits.ts'
import { ApiError } from '#server/errors.ts'

declare module '#server/env.ts' {
  interface Services {
    photoArchives: PhotoArchives
  }
}

/** Which photos a user wants to download as one ZIP. */
export interface ArchiveOrder {
  userId: number
  turbineId: number
  photoIds: readonly number[]
  /** The language of the texts in the ZIP. */
  language: Language
}

/** The maximum number of orders that are kept, of all users and of one user. One with 10,000 photos takes about 80 kB. */
const ORDERS_MAX = 200
const ORDERS_PER_USER = 5
/** 192 random bits cannot be guessed. */
const ID_BYTES = 24
/** The time after which a user may try again, in seconds. */
const RETRY_AFTER_S = 60

/**
 * The orders whose addresses can be opened, and the number of downloads that each user has under way. Both are only in the memory: after
 * a restart, the panel orders again.
 */
export class PhotoArchives {
  /** The oldest order is the first one. */
  readonly #orders = new Map<string, { order: ArchiveOrder; expiresAt: number }>()
  readonly #running = new Map<number, number>()

  /** @returns the id of the order, which is a part of its address */
  add(order: ArchiveOrder): { id: string; expiresAt: Date } {
    const id = randomBytes(ID_BYTES).toString('base64url')
    const expiresAt = Date.now() + ARCHIVE_ADDRESS_MS
    this.#orders.set(id, { order, expiresAt })
    this.#dropOldOrders(order.userId)
    return { id, expiresAt: new Date(expiresAt) }
  }

  #dropOldOrders(userId: number): void {
    const entries = [...this.#orders]
    const own = entries.filter(([, { order }]) => order.userId === userId)
    const isOld = ([, { expiresAt }]: (typeof entries)[number]) => expiresAt <= Date.now()
    const dropped = [
      ...entries.filter(isOld),
      ...own.slice(0, Math.max(0, own.length - ORDERS_PER_USER)),
      ...entries.slice(0, Math.max(0, entries.length - ORDERS_MAX)),
    ]
    for (const [id] of dropped) this.#orders.delete(id)
  }

  /** @throws ApiError `archive_not_found` if there is none, if it has expired, or if another user has ordered it */
  get(id: string, userId: number): ArchiveOrder {
    const found = this.#orders.get(id)
    if (!found || found.expiresAt <= Date.now() || found.order.userId !== userId) {
      throw new ApiError('archive_not_found')
    }
    return found.order
  }

  /** @throws ApiError `too_many_archives` if the user has to wait for the end of another download */
  refuseTooManyDownloads(userId: number): void {
    if ((this.#running.get(userId) ?? 0) < ARCHIVES_PER_USER) return
    throw new ApiError('too_many_archives', { headers: { 'Retry-After': String(RETRY_AFTER_S) } })
  }

  /** Counts a download. @returns a function that is called once at its end @throws ApiError `too_many_archives` */
  begin(userId: number): () => void {
    this.refuseTooManyDownloads(userId)
    this.#running.set(userId, (this.#running.get(userId) ?? 0) + 1)
    return () => {
      const left = (this.#running.get(userId) ?? 1) - 1
      if (left === 0) this.#running.delete(userId)
      else this.#running.set(userId, left)
    }
  }
}
