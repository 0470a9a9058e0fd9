import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import type { Reader } from '#server/database/database.ts'
import { variantOf } from '#server/photos/photo-files.ts'

const ROWS_AT_ONCE = 500

/** What a row says about its file. */
export interface StoredFile {
  table: 'photo' | 'report'
  id: number
  key: string
  /** Bytes. */
  size: number
  sha256: string
  /** The suffixes of its derivatives: pictures have some, point clouds and reports none. */
  variants: string[]
}

/** Every row that has a file, read a page at a time: no statement stays open, and none of it in memory. */
export async function* listStoredFiles(db: Reader): AsyncGenerator<StoredFile> {
  for (const page of [photosAfter, reportsAfter]) {
    let last = 0
    for (;;) {
      const files = await page(db, last)
      if (files.length === 0) break
      yield* files
      last = files.at(-1)?.id ?? last
    }
  }
}

/** The same row as it is now, undefined when it is gone. */
export async function findStoredFile(db: Reader, { table, id }: StoredFile): Promise<StoredFile | undefined> {
  const page = table === 'photo' ? photosAfter : reportsAfter
  return (await page(db, id - 1, 1)).find((file) => file.id === id)
}

async function photosAfter(db: Reader, id: number, rows = ROWS_AT_ONCE): Promise<StoredFile[]> {
  const photos = await db
    .selectFrom('photo')
    .select(['id', 'key', 'size', 'sha256', 'width'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(rows)
    .execute()
  return photos.map(({ width, ...photo }) => ({
    ...photo,
    table: 'photo',
    variants: width === null ? [] : DERIVATIVE_WIDTHS.map(variantOf),
  }))
}

async function reportsAfter(db: Reader, id: number, rows = ROWS_AT_ONCE): Promise<StoredFile[]> {
  const reports = await db
    .selectFrom('report')
    .select(['id', 'key', 'file_size_bytes as size', 'sha256'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(rows)
    .execute()
  return reports.map((report) => ({ ...report, table: 'report', variants: [] }))
}
