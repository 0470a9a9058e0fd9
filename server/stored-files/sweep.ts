import type { Reader } from '#server/database/database.ts'
import type { FileId, FileStore } from '#server/store/file-store.ts'
import type { Incoming } from '#server/store/incoming.ts'
import type { PartialFiles } from '#server/store/partial-files.ts'
import { listUnfinishedIds } from '#server/uploads/partial-upload-queries.ts'
import { withoutRow } from './unknown-files.ts'

/** Younger files may belong to a request that is not finished. */
const MIN_AGE_MS = 24 * 60 * 60 * 1000

interface SweptServices {
  store: FileStore
  partialFiles: PartialFiles
  db: { read: Reader }
}

/**
 * Removes files and derivatives without a row that are older than a day: a crash may leave them. Also removes
 * the parts of uploads that do not continue.
 *
 * @returns how many were removed.
 */
export async function sweep({ store, partialFiles, db }: SweptServices, now = Date.now()): Promise<number> {
  const time = new Date(now - MIN_AGE_MS)
  const unknown: FileId[] = []
  for await (const file of withoutRow(db.read, store.list(time))) unknown.push(file)
  await store.remove(unknown)
  // The files are listed before the rows, so that an upload that begins in between is among the rows.
  const parts = await partialFiles.list()
  const needed = await listUnfinishedIds(db.read, now)
  const abandoned = parts.filter((id) => !needed.has(id))
  await partialFiles.remove(abandoned)
  return unknown.length + abandoned.length
}

/** Removes intake folders of this process that are older than a day: a crash may leave them. @returns how many */
export function sweepIncoming({ incoming }: { incoming: Incoming }, now = Date.now()): Promise<number> {
  return incoming.removeOlderThan(new Date(now - MIN_AGE_MS))
}
