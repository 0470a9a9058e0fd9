import type { Services } from '#server/core/env.ts'
import { listUnfinishedIds, listUploadIds } from '#server/core/uploads/partial-upload-queries.ts'
import { forEachAtOnce } from '#server/infrastructure/store/at-once.ts'
import { type FileId, fullName } from '#server/infrastructure/store/file-store.ts'
import type { Incoming } from '#server/infrastructure/store/incoming.ts'
import { partialName } from '#server/infrastructure/store/partial-files.ts'
import { TRASH_KEPT_MS } from '#server/infrastructure/store/trash.ts'
import { setRefusedFiles } from './installation-queries.ts'
import { keyOf, withoutRow } from './unknown-files.ts'

/** Younger files may belong to a request that is not finished. */
const MIN_AGE_MS = 24 * 60 * 60 * 1000
/** A request may be storing younger files at this moment. If they stay without a row, the next sweeps count them. */
const COUNTED_FROM_MS = 60 * 60 * 1000
/** More files than this, and than this part of all, are not removed without a confirmation. */
const UNCONFIRMED_MAX = 100
const UNCONFIRMED_PART = 1 / 100
/** How many files are remembered at most. The next sweep takes the others. */
const FILES_MAX = 100_000

type SweptServices = Pick<
  Services,
  'db' | 'fileRemovals' | 'installation' | 'log' | 'partialFiles' | 'store' | 'transactions' | 'trash'
>

/** What no row names. */
export interface UnknownFiles {
  /** At most `FILES_MAX`. */
  files: FileId[]
  /** The ids of uploads that have parts. */
  uploads: string[]
  /** The number of all files without a row. */
  count: number
  /** The number of all files. */
  all: number
}

/**
 * Removes the files of deleted records for good. Moves files and derivatives without a row that are older than a day to the trash, and parts of
 * uploads without a row: a crash may leave them. Does nothing where it is not sure that the files belong to the database, and leaves files
 * without a row that are suspiciously many.
 *
 * @returns how many were removed or moved
 */
export async function sweep(services: SweptServices, now = Date.now()): Promise<number> {
  const { installation, transactions, db, log } = services
  if (await installation.check()) return 0
  const removed = await removeDeleted(services, now)
  const unknown = await findUnknown(services)
  if (await isSuspicious(services, unknown, now)) {
    const { count, all } = unknown
    log.error({ unknown: count, files: all }, tooManySentence(unknown))
    await setRefusedFiles(transactions, db.read, count)
    return removed
  }
  await setRefusedFiles(transactions, db.read, 0)
  return removed + (await moveToTrash(services, unknown, now))
}

/** Declares that the files belong to the database, and moves all old files without a row to the trash. @returns how many */
export async function sweepConfirmed(services: SweptServices, now = Date.now()): Promise<number> {
  await services.installation.bind()
  await removeDeleted(services, now)
  let moved = 0
  for (;;) {
    const unknown = await findUnknown(services)
    const more = await moveToTrash(services, unknown, now)
    moved += more
    const isComplete = unknown.files.length + unknown.uploads.length === unknown.count
    if (isComplete || more === 0) break
  }
  await setRefusedFiles(services.transactions, services.db.read, 0)
  return moved
}

export async function findUnknown({
  store,
  partialFiles,
  fileRemovals,
  db,
}: SweptServices): Promise<UnknownFiles> {
  // The files are listed before the rows, so that an upload that begins in between is among the rows.
  const parts = await partialFiles.list()
  const known = await listUploadIds(db.read)
  // These are removed for good as soon as that is possible.
  const removals = new Set(await fileRemovals.list())
  const uploads = parts.filter((id) => !known.has(id) && !removals.has(partialName(id)))
  const unknown: UnknownFiles = { files: [], uploads, count: uploads.length, all: parts.length }
  async function* counted() {
    for await (const file of store.list()) {
      unknown.all += 1
      yield file
    }
  }
  for await (const file of withoutRow(db.read, counted())) {
    if (removals.has(keyOf(file))) continue
    unknown.count += 1
    if (unknown.files.length < FILES_MAX) unknown.files.push(file)
  }
  return unknown
}

async function moveToTrash(
  { store, trash }: SweptServices,
  { files, uploads }: UnknownFiles,
  now: number,
): Promise<number> {
  const names = uploads.map(partialName)
  await forEachAtOnce(files, async (file) => {
    const writtenAt = await store.writtenAt(file)
    if (writtenAt !== undefined && writtenAt.getTime() < now - MIN_AGE_MS) names.push(fullName(file))
  })
  return trash.add(names)
}

/**
 * True if the files are too many. Also those that are not a day old count: after an older database was restored, they are as suspicious, and
 * would be taken a few each hour. It does not look at more files than it must.
 */
export async function isSuspicious(
  { store }: SweptServices,
  { files, count, all }: UnknownFiles,
  now = Date.now(),
): Promise<boolean> {
  let counted = count - files.length
  function* asLongAsFew() {
    for (const file of files) {
      if (isTooMany({ count: counted, all })) return
      yield file
    }
  }
  if (!isTooMany({ count, all })) return false
  await forEachAtOnce(asLongAsFew(), async (file) => {
    const writtenAt = await store.writtenAt(file)
    if (writtenAt !== undefined && writtenAt.getTime() < now - COUNTED_FROM_MS) counted += 1
  })
  return isTooMany({ count: counted, all })
}

export function isTooMany({ count, all }: Pick<UnknownFiles, 'count' | 'all'>): boolean {
  return count > Math.max(UNCONFIRMED_MAX, all * UNCONFIRMED_PART)
}

export function tooManySentence({ count, all }: UnknownFiles): string {
  return `${count} of ${all} files have no row in the database, which is suspicious, so they stay. If an old database was restored, they may be of newer rows. To move them to the trash, run: npm run sweep -- --confirm`
}

/** Removes the files of deleted records, and parts whose upload has ended. */
async function removeDeleted(
  { fileRemovals, partialFiles, db }: SweptServices,
  now: number,
): Promise<number> {
  const keys = await fileRemovals.list()
  await fileRemovals.remove(keys)
  const parts = await partialFiles.list()
  const unfinished = await listUnfinishedIds(db.read, now)
  const uploads = await listUploadIds(db.read)
  const ended = parts.filter((id) => uploads.has(id) && !unfinished.has(id))
  await partialFiles.remove(ended)
  return keys.length + ended.length
}

/** Removes files for good that came to the trash long ago. @returns how many */
export async function emptyOldTrash(
  { installation, trash }: SweptServices,
  now = Date.now(),
): Promise<number> {
  return installation.isBound ? trash.removeOlderThan(new Date(now - TRASH_KEPT_MS)) : 0
}

/** Removes incomingFolder folders of this process that are older than a day: a crash may leave them. @returns how many */
export function sweepIncoming({ incoming }: { incoming: Incoming }, now = Date.now()): Promise<number> {
  return incoming.removeOlderThan(new Date(now - MIN_AGE_MS))
}
