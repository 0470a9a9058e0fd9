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
const SHARED = 6
/** Further ones for companies of which none is written, so that one company never has all. */
const SPARE = 2

const refusal = () => tooManyRequests(RETRY_SECONDS, 'wait_work')

/** The files with findings that users download. Each holds a thousand findings in memory, and the packed names of its photos, so there are limits for each user and for all. */
export class FindingExports {
  readonly #ofUsers = new DownloadsPerUser(EXPORTS_PER_USER, refusal)
  /** The companies for which files are written, one entry for each file. */
  readonly #companies: number[] = []

  /** Counts a file. @returns a function that is called once at its end @throws ApiError `too_many_requests` */
  begin({ id, company_id }: Asker): () => void {
    const max = this.#companies.includes(company_id) ? SHARED : SHARED + SPARE
    if (this.#companies.length >= max) throw refusal()
    const endOfUser = this.#ofUsers.begin(id)
    this.#companies.push(company_id)
    return () => {
      endOfUser()
      this.#companies.splice(this.#companies.indexOf(company_id), 1)
    }
  }
}
