import { createReadStream } from 'node:fs'
import { listUnfinishedIds } from '#server/core/uploads/partial-upload-queries.ts'
import { listStoredFiles } from '#server/features/stored-files/stored-files.ts'
import { withoutRow } from '#server/features/stored-files/unknown-files.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { syncFile } from '#server/infrastructure/disk/durable-files.ts'
import { forEachAtOnce } from '#server/infrastructure/store/at-once.ts'
import {
  derivativeOf,
  type FileId,
  type NewFile,
  originalOf,
} from '#server/infrastructure/store/file-store.ts'
import type { Incoming } from '#server/infrastructure/store/incoming.ts'
import type { MovedStore } from '#server/infrastructure/store/opening/open-store.ts'
import type { StoredFile } from '#server/infrastructure/store/stored-file.ts'

/** The number of rows whose files are copied at the same time. */
const CONCURRENCY = 8

export interface MovedFiles {
  /** The number of photos and reports. */
  rows: number
  sent: number
  bytes: number
  /** The number of files that an earlier run has sent. */
  alreadyThere: number
}

interface FileMove {
  /** Reads the rows that say which files there are. */
  read: Reader
  from: MovedStore
  to: MovedStore
  /** On the file system of the target if that is a data folder. */
  incoming: Incoming
  /** True if an earlier run may have sent files. */
  isContinued: boolean
  onProgress: (moved: MovedFiles) => void
}

/** Copies the files that rows name. What an earlier run has sent stays if its size is right; other files are removed. */
export async function moveFiles(move: FileMove): Promise<MovedFiles> {
  const { read, to, isContinued, onProgress } = move
  const moved: MovedFiles = { rows: 0, sent: 0, bytes: 0, alreadyThere: 0 }
  if (isContinued) await removeUnknown(read, to)
  await forEachAtOnce(
    listStoredFiles(read),
    async (row) => {
      await moveFilesOf(row, move, moved)
      moved.rows += 1
      onProgress(moved)
    },
    CONCURRENCY,
  )
  for (const id of await listUnfinishedIds(read)) await movePartialFile(id, move, moved)
  return moved
}

async function moveFilesOf(row: StoredFile, move: FileMove, moved: MovedFiles): Promise<void> {
  const { from, to, incoming, isContinued } = move
  await using incomingFolder = await incoming.openFolder()
  const files: NewFile[] = []
  let bytes = 0
  for (const file of filesOf(row)) {
    const size = await from.store.size(file)
    if (size === undefined) continue
    if (isContinued && (await to.store.size(file)) === size) {
      moved.alreadyThere += 1
      continue
    }
    const path = incomingFolder.newPath()
    if (!(await from.store.copyTo(file, path))) continue
    await syncFile(path)
    files.push({ file, path })
    bytes += size
  }
  if (files.length > 0) await to.store.keep(files)
  moved.sent += files.length
  moved.bytes += bytes
}

function filesOf({ key, variants, optionalVariants }: StoredFile): FileId[] {
  return [originalOf(key), ...[...variants, ...optionalVariants].map((variant) => derivativeOf(key, variant))]
}

/** Removes the files of records that were deleted after an earlier run. */
async function removeUnknown(read: Reader, { store }: MovedStore): Promise<void> {
  const unknown: FileId[] = []
  for await (const file of withoutRow(read, store.list())) unknown.push(file)
  await store.remove(unknown)
}

/** Copies what has arrived of an unfinished upload. */
async function movePartialFile(
  id: string,
  { from, to, incoming, isContinued }: FileMove,
  moved: MovedFiles,
): Promise<void> {
  const size = await from.partialFiles.size(id)
  if (size === 0) return
  if (isContinued) {
    // A part that was sent again after the earlier run may have other bytes.
    await to.partialFiles.remove([id])
  }
  await using incomingFolder = await incoming.openFolder()
  const path = incomingFolder.newPath()
  await from.partialFiles.copyTo(id, path)
  const { failure } = await to.partialFiles.write(id, 0, createReadStream(path))
  if (failure !== undefined) throw failure
  moved.sent += 1
  moved.bytes += size
}
