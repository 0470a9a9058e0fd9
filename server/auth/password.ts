import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { tooManyRequests } from '#server/errors.ts'
import { TooManyWaiting, Turns } from './turns.ts'

declare module '#server/env.ts' {
  interface Services {
    passwords: Passwords
  }
}

/** OWASP's argon2id setting: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** How many hashes may run at once, and how many may wait for their turn. */
const AT_ONCE = 2
const WAITING_MAX = 64

/** The rank of who has nothing against them: a signed-in user, an account at an address it signed in from before. */
export const FIRST_RANK = 0

/** No password leads to it, and checking one takes as long as with any other. */
const NOBODYS_HASH = [
  '$argon2id$v=19',
  `m=${ARGON2ID.memoryCost},t=${ARGON2ID.timeCost},p=${ARGON2ID.parallelism}`,
  unpadded(randomBytes(16)),
  unpadded(randomBytes(32)),
].join('$')

/** Makes and checks password hashes, a few at a time, so that a flood of sign-ins leaves the others their cores. */
export class Passwords {
  readonly #turns = new Turns(AT_ONCE, WAITING_MAX)

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#turns.waiting
  }

  /** @throws ApiError `too_many_requests` when too many are waiting already. */
  hash(password: string): Promise<string> {
    return this.#run(FIRST_RANK, () => hash(password, ARGON2ID))
  }

  /**
   * True when `password` is the one behind `storedHash`. Where there is none, or an empty one, the same work is done for
   * nothing, so that the time of the answer does not tell whether the account exists.
   *
   * @param rank the lowest goes first, see `SignInLimit`
   * @throws ApiError `too_many_requests` when too many are waiting already.
   */
  async matches(storedHash: string | undefined, password: string, rank: number): Promise<boolean> {
    const matches = await this.#run(rank, () => verify(storedHash || NOBODYS_HASH, password))
    return matches && Boolean(storedHash)
  }

  async #run<T>(rank: number, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#turns.run(rank, work)
    } catch (error) {
      if (!(error instanceof TooManyWaiting)) throw error
      throw tooManyRequests(2)
    }
  }
}

/** Base64 as the hash's notation has it. @see https://github.com/P-H-C/phc-string-format */
function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
