import type { Logger } from 'pino'
import { type Reserve, refuseWithoutReserve } from '#server/infrastructure/disk/reserve.ts'
import { ApiError, DATABASE_RETRY_AFTER_S } from '#server/infrastructure/errors.ts'
import type { Database, Writer } from './database.ts'
import { LostCommitError, mayHaveCommitted } from './database-errors.ts'
import { repeatOnConflict } from './repeat-on-conflict.ts'
import { findStorageFailure, mayBeStorageFailure } from './storage-failure.ts'

/** Whether a transaction may use the reserve when the disk is full. */
export type OnFullDisk = 'refuse' | 'use reserve'

/**
 * The error of a transaction that failed, but that may be or become valid: it was written, the fsync failed, and it could not be
 * removed; or the connection to PostgreSQL broke during the commit. The files that its rows name must not be removed.
 */
export class UncertainCommitError extends ApiError {}

/**
 * Runs the transactions of the server, one after the other, and decides which of them can continue when the disk is full. A transaction must not
 * begin another one, which would wait for it.
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
   * Runs `work` in a transaction. It runs again if it fails because the disk is full and space can be freed, or because of another
   * transaction. So `work` must change nothing but the rows.
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
      // Checked when the transaction begins, because another request may use the reserve while this one waited.
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

  /** Empties the log of the database, which needs some space before it can free any, and tries once more. */
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
    // Each attempt replaces the written transaction of the one before it. But the last attempt may have failed before writing.
    const wasWritten = failures.some(mayHaveCommitted)
    if (wasWritten && !(await this.#db.discardFailedTransactions())) {
      return new UncertainCommitError(failure ?? 'internal_error', { cause })
    }
    return failure === undefined ? cause : new ApiError(failure, { cause })
  }
}
