import type { Reader } from '#server/database/database.ts'
import type { FileId, FileStore } from '#server/store/file-store.ts'
import type { Incoming } from '#server/store/incoming.ts'
import { withoutRow } from './unknown-files.ts'

/** Younger files may belong to a request that is not finished. */
const MIN_AGE_MS = 24 * 60 * 60 * 1000

interface SweptServices {
  store: FileStore
  incoming: Incoming
  db: { read: Reader }
}

/**
 * Removes files and derivatives without a row, and intake folders, that are older than a day. A crash may leave them.
 *
 * @returns how many were removed.
 */
export async function sweep({ store, incoming, db }: SweptServices, now = Date.now()): Promise<number> {
  const time = new Date(now - MIN_AGE_MS)
  const unknown: FileId[] = []
  for await (const file of withoutRow(db.read, store.list(time))) unknown.push(file)
  await store.remove(unknown)
  return unknown.length + (await incoming.removeOlderThan(time))
}
