import { readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { findInstallationId } from '#server/features/stored-files/installation-queries.ts'
import { findStoredFile, listStoredFiles } from '#server/features/stored-files/stored-files.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import type { Snapshot } from '#server/infrastructure/database/sqlite/snapshot.ts'
import { UnchangedDatabase } from '#server/infrastructure/database/sqlite/unchanged-database.ts'
import { makeFolderDurably } from '#server/infrastructure/disk/durable-files.ts'
import { forEachAtOnce } from '#server/infrastructure/store/at-once.ts'
import { DiskPartialFiles } from '#server/infrastructure/store/disk/disk-partial-files.ts'
import { DiskStore } from '#server/infrastructure/store/disk/disk-store.ts'
import { StoreCopy } from '#server/infrastructure/store/disk/store-copy.ts'
import {
  type Content,
  derivativeOf,
  type FileId,
  type FileStore,
  originalOf,
} from '#server/infrastructure/store/file-store.ts'
import { Incoming } from '#server/infrastructure/store/incoming.ts'
import { installationMarkerIn } from '#server/infrastructure/store/opening/open-store.ts'
import type { StoredFile } from '#server/infrastructure/store/stored-file.ts'
import { originalProblems, type Problem } from './problem.ts'

export interface Saved {
  rows: number
  files: number
  bytes: number
  /** The rows omitted because they and their files were deleted during the backup. */
  leftOut: number
  /** The damage in the data folder. */
  problems: Problem[]
}

/**
 * Copies the data folder into `folder`, even while a server runs: first a snapshot of the database, then every file of its rows. Secrets,
 * sessions and mails, which have passwords, are left out, so who reads a backup cannot sign in. At the end the database gets its final name, so a folder with a database is a complete backup.
 *
 * @throws with a sentence if `folder` cannot be used or there is no database; the error of the file system if the disk is full
 */
export async function backUp(
  dataDir: string,
  folder: string,
  store: FileStore = DiskStore.at(dataDir),
): Promise<Saved> {
  const live = await UnchangedDatabase.open(dataDir)
  try {
    await takeFolder(dataDir, folder)
    const snapshot = await live.saveSnapshot(folder)
    const copy = await StoreCopy.open(folder)
    await Incoming.open(folder)
    await DiskPartialFiles.open(folder)
    const saved = await saveFiles(live.read, snapshot, store, copy)
    const id = await findInstallationId(snapshot.read)
    if (id !== undefined) await installationMarkerIn(folder).write(id)
    await snapshot.close()
    await snapshot.finish()
    return saved
  } finally {
    await live.close()
  }
}

/** Creates the folder if missing. @throws if it is not empty, is inside `dataDir` or contains `dataDir` */
async function takeFolder(dataDir: string, folder: string): Promise<void> {
  const [from, to] = await Promise.all([realPath(dataDir), realPath(folder)])
  if (isWithin(from, to) || isWithin(to, from)) {
    throw new Error(`${folder} and ${dataDir} contain one another. Choose a backup folder outside DATA_DIR.`)
  }
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new Error(`${folder} is not a folder.`)
    throw error
  })
  if (names.length > 0) throw new Error(`${folder} is not empty. A backup needs a folder of its own.`)
  await makeFolderDurably(folder, sep)
}

/** The path without symbolic links. Its last parts need not exist. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    return join(await realPath(dirname(path)), basename(path))
  }
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer + sep)
}

async function saveFiles(
  live: Reader,
  snapshot: Snapshot,
  store: FileStore,
  copy: StoreCopy,
): Promise<Saved> {
  const saved: Saved = { rows: 0, files: 0, bytes: 0, leftOut: 0, problems: [] }
  const deleted: StoredFile[] = []

  await forEachAtOnce(listStoredFiles(snapshot.read), async (row) => {
    const { problems, copied, bytes } = await copyFilesOf(row, store, copy)
    // Rows are deleted before their files. So a missing row means a deletion after the snapshot.
    if (problems.length > 0 && !(await findStoredFile(live, row))) {
      deleted.push(row)
      return copy.remove(copied)
    }
    saved.problems.push(...problems)
    saved.rows += 1
    saved.files += copied.length
    saved.bytes += bytes
  })

  await copy.finish()
  await snapshot.deleteRows(deleted)
  return { ...saved, leftOut: deleted.length }
}

/** Copies the original and the derivatives of a row. */
async function copyFilesOf(row: StoredFile, store: FileStore, copy: StoreCopy) {
  const copied: FileId[] = []
  let bytes = 0
  const copyFile = async (file: FileId): Promise<Content> => {
    const content = await copy.copy(store, file)
    if (typeof content === 'string') return content
    copied.push(file)
    bytes += content.size
    return content
  }

  const problems = originalProblems(row, await copyFile(originalOf(row.key)))
  for (const variant of row.variants) {
    const file = derivativeOf(row.key, variant)
    const content = await copyFile(file)
    if (content === 'unreadable') problems.push({ kind: 'unreadable-file', subject: file.name })
    else if (content === 'missing' || content.size === 0)
      problems.push({ kind: 'missing-derivative', subject: file.name })
  }
  return { problems, copied, bytes }
}
