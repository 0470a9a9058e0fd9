import type { Logger } from 'pino'
import { type Reserve, refuseWithoutReserve } from '#server/infrastructure/disk/reserve.ts'
import { ApiError, DATABASE_RETRY_AFTER_S } from '#server/infrastructure/errors.ts'
import type { Database, Writer } from './database.ts'
import { LostCommitError, mayHaveCommitted } from './database-errors.ts'
import { repeatOnConflict } from './repeat-on-conflict.ts'
import { findStorageFailure, mayBeStorageFailure } from './storage-failure.ts'

/** Whether a transaction may use the reserve on a full disk. */
export type OnFullDisk = 'refuse' | 'use reserve'

/**
 * A failed transaction that may be or become valid: its fsync failed and it could not be removed; or the connection to PostgreSQL broke
 * during the commit. The files of its rows must not be removed.
 */
export class UncertainCommitError extends ApiError {}

/**
 * Runs the server's transactions, one after the other, and decides which may continue on a full disk. A transaction must not begin another
 * one, which would wait for it.
 */
export class Transactions {
  readonly #db: Database
  readonly #reserve: Reserve
  readonly #dataDir: string
  readonly #log: Logger

  constructor(db: Database, reserve: Reserve, dataDir: string, log: Logger) {
    this.#db = db
    this.#reserve = reserve
    this.#dataDir = dataDir
    this.#log = log
  }

  /**
   * Runs `work` in a transaction. It retries if the disk was full and space can be freed, or after a conflict. So `work` must change
   * nothing but rows.
   *
   * @throws ApiError `storage_full` or `storage_read_only` with its cause; every error of `work`
   */
  async run<Result>(
    work: (transaction: Writer) => Promise<Result>,
    onFullDisk: OnFullDisk = 'refuse',
  ): Promise<Result> {
    if (onFullDisk === 'refuse') await this.#reserve.fill()
    try {
      return await this.#try(work, onFullDisk)
    } catch (error) {
      if (!mayBeStorageFailure(error)) throw error
      return await this.#tryAgain(work, onFullDisk, error)
    }
  }

  async #try<Result>(
    work: (transaction: Writer) => Promise<Result>,
    onFullDisk: OnFullDisk,
  ): Promise<Result> {
    const run = async (transaction: Writer) => {
      // Checked at the start of the transaction, because another request may use the reserve while this one waited.
      if (onFullDisk === 'refuse') refuseWithoutReserve(this.#reserve)
      return work(transaction)
    }
    try {
      return await repeatOnConflict(() => this.#db.write.transaction().execute(run))
    } catch (error) {
      if (!(error instanceof LostCommitError)) throw error
      throw new UncertainCommitError('database_unavailable', {
        cause: error,
        reason: { code: 'uncertain_commit' },
        headers: { 'Retry-After': DATABASE_RETRY_AFTER_S },
      })
    }
  }

  /** Empties the log of the database, which takes some space before it frees any, and retries. */
  async #tryAgain<Result>(
    work: (transaction: Writer) => Promise<Result>,
    onFullDisk: OnFullDisk,
    first: unknown,
  ): Promise<Result> {
    if ((await findStorageFailure(first, this.#dataDir)) === 'storage_read_only')
      throw await this.#refusal([first])
    const again = async () => {
      await this.#db.freeSpace()
      try {
        return await this.#try(work, onFullDisk)
      } catch (error) {
        throw mayBeStorageFailure(error) ? await this.#refusal([first, error]) : error
      } finally {
        await this.#db.freeSpace()
      }
    }
    if (onFullDisk === 'refuse') return again()
    this.#log.warn({ err: first }, 'the disk is full: using the reserve')
    return this.#reserve.lend(again)
  }

  async #refusal(failures: unknown[]): Promise<unknown> {
    const cause = failures.at(-1)
    const failure = await findStorageFailure(cause, this.#dataDir)
    // Each attempt replaces the written transaction of the previous one. But the last may have failed before writing.
    const wasWritten = failures.some(mayHaveCommitted)
    if (wasWritten && !(await this.#db.discardFailedTransactions())) {
      return new UncertainCommitError(failure ?? 'internal_error', { cause })
    }
    return failure === undefined ? cause : new ApiError(failure, { cause })
  }
}
