import type { Services } from '#server/core/env.ts'
import { listUploadIds } from '#server/core/uploads/partial-upload-queries.ts'
import { forEachAtOnce } from '#server/infrastructure/store/at-once.ts'
import { type FileId, fullName } from '#server/infrastructure/store/file-store.ts'
import { partialName } from '#server/infrastructure/store/partial-files.ts'
import { setStrayFiles } from './installation-queries.ts'
import { keyOf, withoutRow } from './unknown-files.ts'

/** Younger files may belong to a running request. */
const MIN_AGE_MS = 24 * 60 * 60 * 1000

type FileServices = Pick<
  Services,
  'db' | 'fileRemovals' | 'installation' | 'log' | 'partialFiles' | 'store' | 'transactions'
>

/** A file without a row: left by a crash, or newer than a restored database. */
interface StrayFile {
  /** As `fullName`; `partial/ID` stands for all parts of an upload. */
  name: string
  /** Bytes. */
  size: number
  /** Removes it for good. @returns false if the bucket does not answer */
  remove(): Promise<boolean>
}

export interface StrayCount {
  files: number
  bytes: number
}

/**
 * Retries removals of deleted records' files, and counts files without a row, for health and metrics. Those are not removed. No effect
 * while it is uncertain that the files belong to the database.
 *
 * @param now in milliseconds since 1970
 */
export async function maintainFiles(services: FileServices, now = Date.now()): Promise<void> {
  const { installation, fileRemovals, transactions, db, log } = services
  if (await installation.check()) return
  await fileRemovals.remove(await fileRemovals.list())
  const found: StrayCount = { files: 0, bytes: 0 }
  await forEachStrayFile(
    services,
    async ({ size }) => {
      found.files += 1
      found.bytes += size
    },
    now,
  )
  const isNew = await setStrayFiles(transactions, db.read, found)
  if (isNew && found.files > 0) log.warn(found, straySentence(found))
}

/** Removes the files without a row for good. @returns how many */
export async function removeStrayFiles(services: FileServices, now = Date.now()): Promise<StrayCount> {
  const removed: StrayCount = { files: 0, bytes: 0 }
  await forEachStrayFile(
    services,
    async (stray) => {
      if (!(await stray.remove())) return
      removed.files += 1
      removed.bytes += stray.size
    },
    now,
  )
  await maintainFiles(services, now)
  return removed
}

/** Calls `work` for each file without a row older than a day, a few at a time. */
export async function forEachStrayFile(
  { store, partialFiles, fileRemovals, db }: FileServices,
  work: (stray: StrayFile) => Promise<void>,
  now = Date.now(),
): Promise<void> {
  // Parts are listed before rows, so that the rows include an upload begun in between.
  const parts = await partialFiles.list()
  const uploads = await listUploadIds(db.read)
  // These are removed as soon as possible.
  const removals = new Set(await fileRemovals.list())
  await forEachAtOnce(parts, async (id) => {
    const name = partialName(id)
    if (uploads.has(id) || removals.has(name)) return
    await work({ name, size: await partialFiles.size(id), remove: () => partialFiles.remove([id]) })
  })
  await forEachAtOnce(withoutRow(db.read, store.list()), async (file: FileId) => {
    if (removals.has(keyOf(file))) return
    const writtenAt = await store.writtenAt(file)
    if (writtenAt === undefined || writtenAt.getTime() >= now - MIN_AGE_MS) return
    const size = (await store.size(file)) ?? 0
    await work({ name: fullName(file), size, remove: () => store.remove([file]) })
  })
}

/** For the log and the health. */
export function straySentence({ files, bytes }: StrayCount): string {
  return `${files} files without a row, ${(bytes / 1e6).toFixed(1)} MB. npm run sweep lists them.`
}
