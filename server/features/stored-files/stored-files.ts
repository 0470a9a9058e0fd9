import type { Reader } from '#server/infrastructure/database/database.ts'
import type { StoredFile } from '#server/infrastructure/store/stored-file.ts'
import { FILE_KINDS } from './file-kinds.ts'

const ROWS_AT_ONCE = 500

/** Lists every row with a file, page by page, which keeps no statement open and memory small. */
export async function* listStoredFiles(db: Reader): AsyncGenerator<StoredFile> {
  for (const kind of FILE_KINDS) {
    let last = 0
    for (;;) {
      const files = await kind.after(db, last, ROWS_AT_ONCE)
      if (files.length === 0) break
      yield* files
      last = files.at(-1)?.id ?? last
    }
  }
}

/** The current values of the same row; undefined if it was deleted. */
export async function findStoredFile(db: Reader, { table, id }: StoredFile): Promise<StoredFile | undefined> {
  const kind = FILE_KINDS.find((one) => one.table === table)
  const files = await kind?.after(db, id - 1, 1)
  return files?.find((file) => file.id === id)
}
