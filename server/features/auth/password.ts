import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { normalizeText } from '#domain/text/clean-text.ts'
import type { AcceptedPassword } from '#server/features/users/accept-password.ts'
import { tooManyRequests } from '#server/infrastructure/errors.ts'
import { QueueFull, WorkQueue } from './work-queue.ts'

declare module '#server/core/env.ts' {
  interface Services {
    passwords: Passwords
  }
}

/** OWASP's argon2id parameters: 19 MiB, two iterations, one thread. */
const ARGON2ID = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Concurrent hash computations. */
const CONCURRENCY = 2
/** Queue length. */
const QUEUED_MAX = 64
/** `Retry-After` for a full queue, in seconds. */
export const QUEUE_RETRY_AFTER_S = 2

/** The rank of a signed-in user, and of an account's first attempt at a known place. */
export const FIRST_RANK = 0

/** A comparison of a password with a hash. */
export interface Comparison {
  /** The lowest is compared first. */
  rank: number
  /** Called when the comparison leaves the queue. If it throws, nothing is compared. */
  begin(): Promise<void>
  /** Called for a right password, before the next comparison leaves the queue. */
  matched(): Promise<void>
}

/** A hash that matches no password. Comparing it takes as long as any other. */
const DUMMY_HASH = [
  '$argon2id$v=19',
  `m=${ARGON2ID.memoryCost},t=${ARGON2ID.timeCost},p=${ARGON2ID.parallelism}`,
  base64WithoutPadding(randomBytes(16)),
  base64WithoutPadding(randomBytes(32)),
].join('$')

/** Makes and checks password hashes in a queue, so that many sign-ins at once leave processor time for other requests. */
export class Passwords {
  readonly #queue = new WorkQueue(CONCURRENCY, QUEUED_MAX)

  /** The number of queued hashes. */
  get queued(): number {
    return this.#queue.queued
  }

  /** @throws ApiError `too_many_requests` if the queue is full */
  hash(password: AcceptedPassword): Promise<string> {
    return this.#run(FIRST_RANK, () => hash(password, ARGON2ID))
  }

  /**
   * True if `password` matches `storedHash`, in any Unicode composition. An undefined or empty hash is replaced by a dummy hash, so that
   * the timing does not reveal whether the account exists.
   *
   * @throws ApiError `too_many_requests` if the queue is full; every error of `comparison`
   */
  matches(storedHash: string | undefined, password: string, comparison: Comparison): Promise<boolean> {
    return this.#run(comparison.rank, async () => {
      await comparison.begin()
      const matches = (await verifyAny(storedHash || DUMMY_HASH, formsOf(password))) && Boolean(storedHash)
      if (matches) await comparison.matched()
      return matches
    })
  }

  async #run<T>(rank: number, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#queue.run(rank, work)
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      throw tooManyRequests(QUEUE_RETRY_AFTER_S)
    }
  }
}

/** The forms of a password that may have been hashed: NFC, and for older hashes what a keyboard may have typed. */
function formsOf(password: string): string[] {
  return [...new Set([normalizeText(password), password, normalizeText(password, 'NFD')])]
}

async function verifyAny(storedHash: string, forms: string[]): Promise<boolean> {
  for (const form of forms) if (await verify(storedHash, form)) return true
  return false
}

/** Base64 in the notation of argon2 hashes. @see https://github.com/P-H-C/phc-string-format */
function base64WithoutPadding(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
