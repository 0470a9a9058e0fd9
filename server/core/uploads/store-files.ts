import { randomBytes } from 'node:crypto'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import type { ApiContext } from '#server/core/env.ts'
import type { CoreServices } from '#server/core/open-core.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { UncertainCommitError } from '#server/infrastructure/database/transactions.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { derivativeOf, type NewFile, originalOf } from '#server/infrastructure/store/file-store.ts'
import type { FileOwner } from './file-owner.ts'
import { RejectedFile, unlessRejected } from './rejected-file.ts'
import type { KeyedFile, StagedFile, UploadKind, UploadRecords } from './upload-kind.ts'

/** Stores the key of an upload, in the transaction that inserts the rows of its files. */
export type StoreKey<Item> = (transaction: Writer, outcomes: (Item | RejectedFile)[]) => Promise<void>

/**
 * Inserts the rows of stored files, in one transaction.
 *
 * @returns for each file the record of `kind.insert`, or its rejection
 */
export function insertRows<Content, Fields, Item>(
  c: ApiContext<UploadRecords>,
  kind: UploadKind<Content, Fields, Item>,
  keyed: KeyedFile<Content>[],
  fields: Fields,
  storeKey?: StoreKey<Item>,
): Promise<(Item | RejectedFile)[]> {
  return inCheckedTransaction(c, async (transaction, records) => {
    // Set this late because storing takes long: to a user who visits the turbine meanwhile, the files are new.
    const uploadedAt = new Date()
    const outcomes: (Item | RejectedFile)[] = []
    for (const one of keyed) {
      const insert = () => kind.insert(transaction, { c, records }, { ...one, uploadedAt }, fields)
      outcomes.push(await unlessRejected(one.file.name, insert))
    }
    await storeKey?.(transaction, outcomes)
    return outcomes
  })
}

/**
 * Stores files, then their rows by `insert`: a crash in between leaves files without a row, which health counts. On a failure it removes the
 * files.
 *
 * @param kindName the name of the kind of stored file
 * @param insert inserts the rows in one transaction, and returns for each file its record or its rejection
 * @throws ApiError `owner.missing` when the owner was deleted meanwhile; every error of `insert`
 */
export async function storeFiles<Content, Item>(
  { store, db }: Pick<CoreServices, 'store' | 'db'>,
  kindName: string,
  owner: FileOwner,
  staged: StagedFile<Content>[],
  insert: (keyed: KeyedFile<Content>[]) => Promise<(Item | RejectedFile)[]>,
): Promise<(Item | RejectedFile)[]> {
  const now = new Date()
  const keyed = staged.map((one) => ({
    ...one,
    key: `${owner.folder}/${kindName}/${lastSegment(one.file.name, now)}`,
  }))
  // `keep` removes what it has begun.
  let toRemove: KeyedFile<Content>[] = []
  let isOwnerGone = false
  try {
    await store.keep(keyed.flatMap(newFiles))
    toRemove = keyed
    const outcomes = await insert(keyed)
    toRemove = keyed.filter((_, index) => outcomes[index] instanceof RejectedFile)
    return outcomes
  } catch (error) {
    // After a crash the rows may still be valid, and need their files. If not, these are files without a row.
    if (error instanceof UncertainCommitError) toRemove = []
    // If this query fails, the first error is the one to report.
    if (await owner.exists(db.read).catch(() => true)) throw error
    isOwnerGone = true
    throw new ApiError(owner.missing)
  } finally {
    await store.remove(toRemove.flatMap(newFiles).map(({ file }) => file))
    if (isOwnerGone) await store.removeEmptyFolders(owner.folder)
  }
}

/** The last segment of a key. Time and random part make it unique, the original name makes it readable. */
function lastSegment(originalName: string, now: Date): string {
  return `${now.getTime()}-${randomBytes(6).toString('hex')}-${originalName}`
}

function newFiles<Content>({ key, file, derivatives }: KeyedFile<Content>): NewFile[] {
  return [
    { file: originalOf(key), path: file.path },
    ...derivatives.map(({ variant, path }) => ({ file: derivativeOf(key, variant), path })),
  ]
}
