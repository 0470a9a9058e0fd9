import { ERROR_STATUS } from '#domain/answer.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import type { ApiContext, Loaded, RecordsIn, SignedIn } from '#server/core/env.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { findMade, insertKeyUse, type KeyUse, readKeyUse } from './key-queries.ts'

/** How a call creates its record, and answers it. */
export interface Making<Records, Made, Answer, Prepared = undefined> {
  /** Slow preparation before the transaction. Not called if the key has a result. */
  prepare?: () => Promise<Prepared>
  /** Creates the record. @returns what `read` needs, as JSON: usually the id */
  make(transaction: Writer, records: Records, prepared: Prepared): Promise<Made>
  /** Reads the current record. @throws ApiError with a status of 404 if it does not exist or the caller may not see it */
  read(transaction: Writer, records: Records, made: Made): Promise<Answer>
}

/**
 * Creates a record in one transaction, after all checks of the request. If the key has a record already, it only reads that one.
 *
 * @throws ApiError the errors of `inCheckedTransaction`; `idempotency_key_reused`; `record_gone` if the record of the key was deleted
 */
export async function makeOncePerKey<
  Variables extends Loaded<SignedIn>['Variables'],
  Made,
  Answer,
  Prepared = undefined,
>(
  c: ApiContext & { var: Variables },
  { prepare, make, read }: Making<RecordsIn<Variables>, Made, Answer, Prepared>,
): Promise<Answer> {
  const use = await readKeyUse(c)
  const isMade = use !== undefined && (await findMade(c.var.services.db.read, use)) !== undefined
  const prepared = isMade ? undefined : await prepare?.()
  return inCheckedTransaction(c, async (transaction, records) => {
    const known = use && (await findMade<Made>(transaction, use))
    if (known) return refuseGone(() => read(transaction, records, known.made))
    // Maintenance has just deleted the key.
    if (isMade && prepare) throw new ApiError('request_in_progress')
    const made = await make(transaction, records, prepared as Prepared)
    if (use) await insertKeyUse(transaction, use, made)
    return read(transaction, records, made)
  })
}

/**
 * Reads the record of a key; undefined without one.
 *
 * @throws ApiError `idempotency_key_reused`, `record_gone`
 */
export async function readMade<Variables extends Loaded<SignedIn>['Variables'], Made, Answer>(
  c: { var: Variables },
  use: KeyUse,
  read: Making<RecordsIn<Variables>, Made, Answer>['read'],
): Promise<{ answer: Answer } | undefined> {
  return inCheckedTransaction(c, async (transaction, records) => {
    const known = await findMade<Made>(transaction, use)
    return known && { answer: await refuseGone(() => read(transaction, records, known.made)) }
  })
}

/** @throws ApiError `record_gone` instead of an error with the status 404 */
async function refuseGone<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read()
  } catch (error) {
    const isMissing = error instanceof ApiError && ERROR_STATUS[error.code] === 404
    throw isMissing ? new ApiError('record_gone', { cause: error }) : error
  }
}
