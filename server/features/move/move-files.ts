import { join } from 'node:path'
import { listStoredFiles } from '#server/features/stored-files/stored-files.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { forEachAtOnce } from '#server/infrastructure/store/at-once.ts'
import { DiskStore } from '#server/infrastructure/store/disk/disk-store.ts'
import {
  derivativeOf,
  type FileId,
  type FileStore,
  fullName,
  type NewFile,
  originalOf,
} from '#server/infrastructure/store/file-store.ts'
import type { StoredFile } from '#server/infrastructure/store/stored-file.ts'

/** Rows whose files are copied concurrently. */
const CONCURRENCY = 8

export interface MovedFiles {
  /** The number of photos and reports. */
  rows: number
  sent: number
  bytes: number
  /** The number of files sent by an earlier run. */
  alreadyThere: number
}

interface FileMove {
  /** Reads the rows that name the files. */
  read: Reader
  /** The data folder of the source. */
  dataDir: string
  to: FileStore
  /** True if an earlier run may have sent files. */
  isContinued: boolean
  onProgress: (moved: MovedFiles) => void
}

/** Copies the files of the rows. Files of an earlier run stay if their size is right. */
export async function moveFiles({
  read,
  dataDir,
  to,
  isContinued,
  onProgress,
}: FileMove): Promise<MovedFiles> {
  const from = DiskStore.at(dataDir)
  const moved: MovedFiles = { rows: 0, sent: 0, bytes: 0, alreadyThere: 0 }
  const moveFilesOf = async (row: StoredFile) => {
    const files: NewFile[] = []
    for (const file of filesOf(row)) {
      const size = await from.size(file)
      if (size === undefined) continue
      if (isContinued && (await to.size(file)) === size) moved.alreadyThere += 1
      else {
        files.push({ file, path: join(dataDir, fullName(file)) })
        moved.bytes += size
      }
    }
    await to.keep(files)
    moved.sent += files.length
    moved.rows += 1
    onProgress(moved)
  }
  await forEachAtOnce(listStoredFiles(read), moveFilesOf, CONCURRENCY)
  return moved
}

function filesOf({ key, variants, optionalVariants }: StoredFile): FileId[] {
  return [originalOf(key), ...[...variants, ...optionalVariants].map((variant) => derivativeOf(key, variant))]
}
