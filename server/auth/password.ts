import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { ApiError } from '#server/errors.ts'

/** OWASP's argon2id setting: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** How many hashes may run at once, and how many may wait for their turn. */
const AT_ONCE = 2
const WAITING_MAX = 64

/** Makes and checks password hashes, a few at a time, so that a flood of sign-ins leaves the others their cores. */
export class Passwords {
  readonly #limit = pLimit(AT_ONCE)
  #nobodysHash: Promise<string> | undefined

  hash(password: string): Promise<string> {
    return this.#run(() => hash(password, ARGON2ID))
  }

  /**
   * True when `password` is the one behind `storedHash`. Without a hash the same work is done for nothing, so that the
   * time of the answer does not tell whether the account exists.
   *
   * @throws ApiError `too_many_requests` when too many are waiting already.
   */
  async matches(storedHash: string | undefined, password: string): Promise<boolean> {
    this.#nobodysHash ??= hash('nobody has this password', ARGON2ID)
    const against = storedHash ?? (await this.#nobodysHash)
    const matches = await this.#run(() => verify(against, password))
    return matches && storedHash !== undefined
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#limit.pendingCount >= WAITING_MAX) {
      throw new ApiError('too_many_requests', { headers: { 'Retry-After': '2' } })
    }
    return this.#limit(work)
  }
}
