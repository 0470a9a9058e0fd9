import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { MIB } from '#domain/limits.ts'
import { type Reserve, refuseWithoutReserve } from '#server/infrastructure/disk/reserve.ts'
import { ApiError, DATABASE_RETRY_AFTER_S } from '#server/infrastructure/errors.ts'
import { FairQueue } from '#server/infrastructure/fair-queue.ts'
import { type Asker, SERVER_ITSELF } from '#server/infrastructure/work-order.ts'
import type { Database, Writer } from './database.ts'
import { DatabaseUnavailableError, LostCommitError, mayHaveCommitted } from './database-errors.ts'
import { repeatOnConflict } from './repeat-on-conflict.ts'
import { findStorageFailure, mayBeStorageFailure } from './storage-failure.ts'

/** The part of the reserve that is used first, in bytes: enough for all transactions except deletions of thousands of rows. */
const FIRST_PART = MIB

/** How long a transaction waits for its turn while another server holds PostgreSQL, in milliseconds: as long as for a connection. */
const TURN_WAIT_MS = 60_000

/** Each database has one connection that writes. */
const ONE = { shared: 1, spare: 0 }

/** Whether a transaction may use the reserve when the disk is full. */
export type OnFullDisk = 'refuse' | 'use reserve'

/**
 * The error of a transaction that failed, but that may be or become valid: it was written, the fsync failed, and it could not be
 * removed; or the connection to PostgreSQL broke during the commit. The files that its rows name must not be removed.
 */
export class UncertainCommitError extends ApiError {}

/**
 * Runs the transactions of the server, and decides which of them can continue when the disk is full. Companies and users take turns, so
 * that nobody waits for all transactions of another one. A transaction must not begin another one, which would wait for it.
 */
export class Transactions {
  readonly #db: Database
  readonly #reserve: Reserve
  readonly #dataDir: string
  readonly #log: Logger
  /** On a full disk, one request after the other frees space. Otherwise one could use the space that another has freed. */
  readonly #oneAtATime = pLimit(1)
  /** Each user waits as long as the own requests do, so nobody is refused here. */
  readonly #turns = new FairQueue({ now: ONE, soon: ONE, later: ONE }, Number.POSITIVE_INFINITY)

  readonly #turnWaitMs: number

  constructor(db: Database, reserve: Reserve, dataDir: string, log: Logger, turnWaitMs = TURN_WAIT_MS) {
    this.#turnWaitMs = turnWaitMs
    this.#db = db
    this.#reserve = reserve
    this.#dataDir = dataDir
    this.#log = log
  }

  /**
   * Runs `work` in a transaction. It runs again if it fails because the disk is full and space can be freed, or because of another
   * transaction. So `work` must change nothing but the rows.
   *
   * @param asker the user whose turn it takes
   * @throws ApiError `storage_full` or `storage_read_only` with its cause; every error of `work`
   */
  async run<Result>(
    work: (transaction: Writer) => Promise<Result>,
    onFullDisk: OnFullDisk = 'refuse',
    asker: Asker = SERVER_ITSELF,
  ): Promise<Result> {
    if (onFullDisk === 'refuse') await this.#reserve.fill()
    try {
      return await this.#try(work, onFullDisk, asker)
    } catch (error) {
      if (error instanceof LostCommitError) {
        throw new UncertainCommitError('database_unavailable', {
          cause: error,
          reason: { code: 'uncertain_commit' },
          headers: { 'Retry-After': DATABASE_RETRY_AFTER_S },
        })
      }
      if (!mayBeStorageFailure(error)) throw error
      return await this.#oneAtATime(() => this.#freeSpaceAndTry(work, onFullDisk, asker, error))
    }
  }

  #try<Result>(
    work: (transaction: Writer) => Promise<Result>,
    onFullDisk: OnFullDisk,
    asker: Asker,
  ): Promise<Result> {
    const run = async (transaction: Writer) => {
      // Checked when the transaction begins, because another request may have shortened the reserve while this one waited.
      if (onFullDisk === 'refuse') refuseWithoutReserve(this.#reserve)
      return work(transaction)
    }
    return repeatOnConflict(async () => {
      const end = await this.#begin(asker)
      try {
        return await this.#db.write.transaction().execute(run)
      } finally {
        end()
      }
    })
  }

  /**
   * Waits for the turn of the asker, until the database is away or the time is over. Without the time, those that wait behind a server that
   * stands still would fail one after the other, a minute each.
   *
   * @returns the function to call after the transaction
   */
  async #begin(asker: Asker): Promise<() => void> {
    const late = AbortSignal.timeout(this.#turnWaitMs)
    try {
      return await this.#turns.begin({ asker, urgency: 'now', signal: late })
    } catch (cause) {
      if (!late.aborted) throw cause
      throw new DatabaseUnavailableError('another transaction has not ended in time', { cause })
    }
  }

  async #freeSpaceAndTry<Result>(
    work: (transaction: Writer) => Promise<Result>,
    onFullDisk: OnFullDisk,
    asker: Asker,
    first: unknown,
  ): Promise<Result> {
    const failures = [first]
    try {
      // Freeing space needs writing.
      const isReadOnly = (await findStorageFailure(first, this.#dataDir)) === 'storage_read_only'
      if (isReadOnly) throw await this.#refusal(failures)
      for (const freeSpace of this.#waysToFreeSpace(onFullDisk, first)) {
        if (!(await freeSpace())) continue
        // The database needs some space before it can free any.
        await this.#db.freeSpace()
        try {
          return await this.#try(work, onFullDisk, asker)
        } catch (error) {
          if (!mayBeStorageFailure(error)) throw error
          failures.push(error)
        }
      }
      throw await this.#refusal(failures)
    } finally {
      await this.#db.freeSpace()
      await this.#reserve.fill()
    }
  }

  #waysToFreeSpace(onFullDisk: OnFullDisk, cause: unknown): (() => Promise<boolean>)[] {
    const emptyLogOnly = async () => true
    const always = [emptyLogOnly, () => this.#reserve.freeSpare(FIRST_PART)]
    if (onFullDisk === 'refuse') return always
    return [...always, () => this.#shrinkReserve(cause, FIRST_PART), () => this.#shrinkReserve(cause)]
  }

  async #shrinkReserve(cause: unknown, bytes?: number): Promise<boolean> {
    if (this.#reserve.isComplete)
      this.#log.warn({ err: cause }, 'the disk is full, so the reserve is shortened')
    return this.#reserve.shrink(bytes)
  }

  async #refusal(failures: unknown[]): Promise<unknown> {
    const cause = failures.at(-1)
    const failure = await findStorageFailure(cause, this.#dataDir)
    // Each attempt replaces the written transaction of the one before it. But the last attempt may have failed before writing.
    const wasWritten = failures.some(mayHaveCommitted)
    if (wasWritten && !(await this.#db.discardFailedTransactions())) {
      return new UncertainCommitError(failure ?? 'internal_error', { cause })
    }
    return failure === undefined ? cause : new ApiError(failure, { cause })
  }
}
