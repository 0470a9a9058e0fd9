import { EXPORTS_PER_USER } from '#domain/limits.ts'
import { DownloadsPerUser } from '#server/core/media/downloads-per-user.ts'
import { tooManyRequests } from '#server/infrastructure/errors.ts'
import { RETRY_SECONDS } from '#server/infrastructure/fair-queue.ts'

declare module '#server/core/env.ts' {
  interface Services {
    findingExports: FindingExports
  }
}

/** The files with findings that users download. Each holds a thousand findings in memory. */
export class FindingExports extends DownloadsPerUser {
  constructor() {
    super(EXPORTS_PER_USER, () => tooManyRequests(RETRY_SECONDS, 'wait_work'))
  }
}
