import { EXPORTS_PER_USER } from '#domain/limits.ts'
import { DownloadsPerUser } from '#server/core/media/downloads-per-user.ts'
import { tooManyRequests } from '#server/infrastructure/errors.ts'
import { RETRY_SECONDS, type Requester } from '#server/infrastructure/work-order.ts'

/** Concurrent exports in total. */
const AT_ONCE = 8
/** Concurrent exports of one company. */
const PER_COMPANY = 6

const refusal = () => tooManyRequests(RETRY_SECONDS, 'wait_work')

/**
 * Running exports of findings. Each holds a thousand findings in memory, and the packed names of its photos, so they are limited by user
 * and in total.
 */
export class FindingExports {
  readonly #ofUsers = new DownloadsPerUser(EXPORTS_PER_USER, refusal)
  /** The companies of running exports, one entry each. */
  readonly #companies: number[] = []

  /** Counts an export. @returns a function to call once at its end @throws ApiError `too_many_requests` */
  begin({ id, company_id }: Requester): () => void {
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
