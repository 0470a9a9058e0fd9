import { EXPORTS_PER_USER } from '#domain/limits.ts'
import { DownloadsPerUser } from '#server/core/media/downloads-per-user.ts'
import { tooManyRequests } from '#server/infrastructure/errors.ts'
import { type Asker, RETRY_SECONDS } from '#server/infrastructure/work-order.ts'

declare module '#server/core/env.ts' {
  interface Services {
    findingExports: FindingExports
  }
}

/** How many files are written at the same time for everybody. */
const AT_ONCE = 8
/** How many of them for one company, so that none has all. */
const PER_COMPANY = 6

const refusal = () => tooManyRequests(RETRY_SECONDS, 'wait_work')

/** The files with findings that users download. Each holds a thousand findings in memory, and the packed names of its photos, so there are limits for each user and for all. */
export class FindingExports {
  readonly #ofUsers = new DownloadsPerUser(EXPORTS_PER_USER, refusal)
  /** The companies for which files are written, one entry for each file. */
  readonly #companies: number[] = []

  /** Counts a file. @returns a function that is called once at its end @throws ApiError `too_many_requests` */
  begin({ id, company_id }: Asker): () => void {
    const own = this.#companies.filter((id) => id === company_id)
    if (this.#companies.length >= AT_ONCE || own.length >= PER_COMPANY) throw refusal()
    const endOfUser = this.#ofUsers.begin(id)
    this.#companies.push(company_id)
    return () => {
      endOfUser()
      this.#companies.splice(this.#companies.indexOf(company_id), 1)
    }
  }
}
