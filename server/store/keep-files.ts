import type { Context } from 'hono'
import { inCheckedTransaction } from '#server/auth/checked-transaction.ts'
import { MayComeTrue } from '#server/disk/transactions.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'
import { turbineFolder } from '#server/turbines/turbine-files.ts'
import { turbineExists } from '#server/turbines/turbine-queries.ts'
import { type FileStore, storedName } from './file-store.ts'
import { Refusal, unlessRefused } from './refusal.ts'
import type { FiledFile, StagedFile, UploadKind } from './upload-kind.ts'

/**
 * Puts good files to their places and makes their rows. Files first, rows after: a crash between the two leaves files
 * that nothing refers to, and the sweeper takes them.
 *
 * @returns for each file what its kind made of it, or its refusal.
 * @throws ApiError `turbine_not_found` when the turbine was deleted while its files were on their way.
 */
export async function keepFiles<Content, Fields, Item>(
  c: Context<Env>,
  kind: UploadKind<Content, Fields, Item>,
  staged: StagedFile<Content>[],
  fields: Fields,
): Promise<(Item | Refusal)[]> {
  const { store, db } = c.var.services
  const folder = turbineFolder(c.var.turbine.id)
  const uploadedAt = new Date()
  const filed = staged.map((one) => ({
    ...one,
    key: `${folder}/${kind.name}/${storedName(one.file.name, uploadedAt)}`,
    uploadedAt,
  }))
  let unneeded = filed
  try {
    await store.keep(filed.flatMap((one) => movesOf(store, one)))
    const outcomes = await inCheckedTransaction(c, async (transaction, records) => {
      const outcomes: (Item | Refusal)[] = []
      for (const one of filed) {
        outcomes.push(
          await unlessRefused(one.file.name, () => kind.insert(transaction, { c, records }, one, fields)),
        )
      }
      return outcomes
    })
    unneeded = filed.filter((_, index) => outcomes[index] instanceof Refusal)
    return outcomes
  } catch (error) {
    // Rows that a crash may still bring need their files; if none come, the sweeper takes the files.
    if (error instanceof MayComeTrue) unneeded = []
    if (await turbineExists(db.read, c.var.turbine.id)) throw error
    // Whoever deleted the turbine may have been through with its folder before our files came, or in the middle of it.
    await store.removeFolder(folder)
    throw new ApiError('turbine_not_found')
  } finally {
    await store.remove(unneeded.flatMap((one) => movesOf(store, one)).map(({ to }) => to))
  }
}

function movesOf<Content>(store: FileStore, { key, file, derivatives }: FiledFile<Content>) {
  return [
    { from: file.path, to: store.pathOf(key) },
    ...derivatives.map(({ variant, path }) => ({ from: path, to: store.derivativePathOf(key, variant) })),
  ]
}
