import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { MIB } from '#domain/limits.ts'
import { type Reserve, refuseWithoutReserve } from '#server/disk/reserve.ts'
import { ApiError } from '#server/errors.ts'
import type { Database, Writer } from './database.ts'
import { mayHaveCommitted } from './database-errors.ts'
import { isBecauseOfFullDisk, mayBeStorageFull } from './storage-full.ts'

/** What is given up of the reserve at first, in bytes: enough for all but deletions of thousands of rows. */
const FIRST_PART = MIB

/** Whether a transaction may use the reserve when the disk is full. */
export type OnFullDisk = 'refuse' | 'use reserve'

/**
 * A transaction that failed, but that a crash may still bring about: it was written, the disk did not say that it has it,
 * and it could not be removed since. What it names has to stay.
 */
export class MayComeTrue extends ApiError {}

/** Runs the transactions of the server and decides which of them goes on when the disk is full. */
export class Transactions {
  readonly #db: Database
  readonly #reserve: Reserve
  readonly #dataDir: string
  readonly #log: Logger
  /** Whoever met a full disk makes room alone, else they would take it from each other. */
  readonly #alone = pLimit(1)

  constructor(db: Database, reserve: Reserve, dataDir: string, log: Logger) {
    this.#db = db
    this.#reserve = reserve
    this.#dataDir = dataDir
    this.#log = log
  }

  /**
   * Runs `work` in a transaction. It may run again, when the first time failed and room was made.
   *
   * @throws ApiError `storage_full` with its cause; whatever `work` throws
   */
  async run<Result>(
    work: (transaction: Writer) => Promise<Result>,
    onFullDisk: OnFullDisk = 'refuse',
  ): Promise<Result> {
    if (onFullDisk === 'refuse') await this.#reserve.fill()
    try {
      return await this.#try(work, onFullDisk)
    } catch (error) {
      if (!mayBeStorageFull(error)) throw error
      return await this.#alone(() => this.#makeRoomAndTry(work, onFullDisk, error))
    }
  }

  #try<Result>(work: (transaction: Writer) => Promise<Result>, onFullDisk: OnFullDisk): Promise<Result> {
    return this.#db.write.transaction().execute(async (transaction) => {
      // Asked when its turn has come: what somebody else gave up of the reserve is not for this one.
      if (onFullDisk === 'refuse') refuseWithoutReserve(this.#reserve)
      return work(transaction)
    })
  }

  async #makeRoomAndTry<Result>(
    work: (transaction: Writer) => Promise<Result>,
    onFullDisk: OnFullDisk,
    first: unknown,
  ): Promise<Result> {
    const failures = [first]
    try {
      for (const makeRoom of this.#waysToMakeRoom(onFullDisk, first)) {
        if (!(await makeRoom())) continue
        // The database needs some room before it gives any back.
        await this.#db.freeSpace()
        try {
          return await this.#try(work, onFullDisk)
        } catch (error) {
          if (!mayBeStorageFull(error)) throw error
          failures.push(error)
        }
      }
      throw await this.#refusal(failures)
    } finally {
      await this.#db.freeSpace()
      await this.#reserve.fill()
    }
  }

  #waysToMakeRoom(onFullDisk: OnFullDisk, cause: unknown): (() => Promise<boolean>)[] {
    const freeSpaceOnly = async () => true
    if (onFullDisk === 'refuse') return [freeSpaceOnly]
    return [freeSpaceOnly, () => this.#giveWay(cause, FIRST_PART), () => this.#giveWay(cause)]
  }

  async #giveWay(cause: unknown, bytes?: number): Promise<boolean> {
    if (this.#reserve.isWhole) this.#log.warn({ err: cause }, 'the disk is full: the reserve gives way')
    return this.#reserve.giveWay(bytes)
  }

  async #refusal(failures: unknown[]): Promise<unknown> {
    const cause = failures.at(-1)
    const isFull = await isBecauseOfFullDisk(cause, this.#dataDir)
    // Each try replaces what the one before it left, but the last may not have come that far.
    const wasWritten = failures.some(mayHaveCommitted)
    if (wasWritten && !(await this.#db.discardFailedTransactions())) {
      return new MayComeTrue(isFull ? 'storage_full' : 'internal_error', { cause })
    }
    return isFull ? new ApiError('storage_full', { cause }) : cause
  }
}
