import type { Rejection } from '#domain/upload.ts'
import type { ApiContext } from '#server/core/env.ts'
import { insertKeyUse, readKeyUse } from '#server/core/idempotency/key-queries.ts'
import { readMade } from '#server/core/idempotency/make-once-per-key.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { asRejections, RejectedFile } from './rejected-file.ts'
import type { StoreKey } from './store-files.ts'
import type { ExaminedFiles, UploadKind, UploadRecords } from './upload-kind.ts'

/** The stored result of an upload with a key. */
interface MadeUpload {
  ids: number[]
  /** The name in rows of the former version. */
  refusals: Pick<RejectedFile, 'name' | 'code' | 'reason'>[]
}

interface Taken<Item> {
  kept: Item[]
  rejected: Rejection[]
}

/**
 * Stores the files of an upload. If its key has stored them before, it answers the records that still exist. Two uploads are equal if their
 * fields and files are: the multipart boundary differs each time.
 *
 * @param keep stores the files; it calls its argument in the transaction that inserts their rows
 * @throws ApiError `idempotency_key_reused`, `request_in_progress`; `record_gone` if none of the records still exists
 */
export async function uploadOnce<Content, Fields, Item>(
  c: ApiContext<UploadRecords>,
  { again }: UploadKind<Content, Fields, Item>,
  { accepted, refused, fields }: ExaminedFiles<Content> & { fields: Record<string, string> },
  keep: (storeKey?: StoreKey<Item>) => Promise<Taken<Item>>,
): Promise<Taken<Item>> {
  const files = accepted.map(({ file: { name, sha256 } }) => [name, sha256])
  const body = JSON.stringify([fields, files, refused.map(({ name, code }) => [name, code])])
  const use = again && (await readKeyUse(c, body))
  if (!again || !use) return keep()
  return c.var.services.keyLocks.hold(use.id, async () => {
    const known = await readMade(
      c,
      use,
      async (transaction, records, made: MadeUpload): Promise<Taken<Item>> => {
        const found = await Promise.all(made.ids.map((id) => again.find(transaction, records, id)))
        const kept = found.filter((item) => item !== undefined)
        if (kept.length === 0) throw new ApiError('record_gone')
        return { kept, rejected: asRejections(c, made.refusals) }
      },
    )
    if (known) return known.answer
    return keep(async (transaction, outcomes) => {
      const ids = outcomes.flatMap((outcome) => (outcome instanceof RejectedFile ? [] : again.idOf(outcome)))
      const rejectedFiles = [...refused, ...outcomes.filter((outcome) => outcome instanceof RejectedFile)]
      if (ids.length > 0)
        await insertKeyUse(transaction, use, { ids, refusals: rejectedFiles } satisfies MadeUpload)
    })
  })
}
