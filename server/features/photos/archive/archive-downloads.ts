import { ARCHIVES_PER_USER } from '#domain/limits.ts'
import { DownloadsPerUser } from '#server/core/media/downloads-per-user.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { TurnQueue } from '#server/infrastructure/turn-queue.ts'

declare module '#server/core/env.ts' {
  interface Services {
    archiveDownloads: ArchiveDownloads
  }
}

/** The time after which a user may try again, in seconds. */
const RETRY_AFTER_S = 60

/** One order of 10,000 photos takes 15 MB of memory while it is checked. */
const ORDERS_AT_ONCE = 2
/** How many orders of one user wait. */
const ORDERS_WAITING_MAX = 20

/** The ZIPs that users order and download. */
export class ArchiveDownloads extends DownloadsPerUser {
  /** The orders whose photos are read and checked. */
  readonly orders = new TurnQueue(ORDERS_AT_ONCE, ORDERS_WAITING_MAX)

  constructor() {
    super(
      ARCHIVES_PER_USER,
      () => new ApiError('too_many_archives', { headers: { 'Retry-After': String(RETRY_AFTER_S) } }),
    )
  }
}
