import { ARCHIVES_PER_USER } from '#domain/limits.ts'
import { DownloadsPerUser } from '#server/core/media/downloads-per-user.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { TurnQueue } from '#server/infrastructure/turn-queue.ts'

declare module '#server/core/env.ts' {
  interface Services {
    archiveDownloads: ArchiveDownloads
  }
}

/** `Retry-After`, in seconds. */
const RETRY_AFTER_S = 60

/** Checking one order of 10,000 photos takes 15 MB of memory. */
const ORDERS_AT_ONCE = 2
/** Queued orders of one user. */
const ORDERS_WAITING_MAX = 20

/** The ZIPs being ordered and downloaded. */
export class ArchiveDownloads extends DownloadsPerUser {
  /** The orders whose photos are being checked. */
  readonly orders = new TurnQueue(ORDERS_AT_ONCE, ORDERS_WAITING_MAX)

  constructor() {
    super(
      ARCHIVES_PER_USER,
      () => new ApiError('too_many_archives', { headers: { 'Retry-After': String(RETRY_AFTER_S) } }),
    )
  }
}
