import type { Selectable } from 'kysely'
import { countRows } from '#server/infrastructure/database/count-rows.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { derivativeOf, type FileId } from '#server/infrastructure/store/file-store.ts'
import type { StoredFile, StoredFileKind } from '#server/infrastructure/store/stored-file.ts'

/** The variant of the only derivative, a picture of the first page. */
export const THUMBNAIL_VARIANT = '320.webp'
export const THUMBNAIL_TYPE = 'image/webp'

/** The picture of the first page of the report with this key. */
export function thumbnailOf(key: string): FileId {
  return derivativeOf(key, THUMBNAIL_VARIANT)
}

/** The files of reports, for the search of stray files, the backup and the verification. */
export const reportFiles: StoredFileKind = {
  name: 'reports',
  table: 'report',
  variants: [THUMBNAIL_VARIANT],
  optionalVariants: [],
  count: (db) => countRows(db, 'report'),
  async after(db, id, rows) {
    return (await files(db).where('id', '>', id).orderBy('id').limit(rows).execute()).map(asStoredFile)
  },
  async withKeys(db, keys) {
    return (await files(db).where('key', 'in', keys).execute()).map(asStoredFile)
  },
}

function files(db: Reader) {
  // All columns, because a former version's backup has no `has_thumbnail`.
  return db.selectFrom('report').selectAll()
}

function asStoredFile(row: Selectable<Schema['report']>): StoredFile {
  const { id, key, file_size_bytes: size, sha256, has_thumbnail } = row
  const variants = has_thumbnail === 1 ? reportFiles.variants : []
  return { table: reportFiles.table, id, key, size, sha256, variants, optionalVariants: [] }
}

/** The name with the extension `.pdf`, because a computer would open `report.bat` or `page.html` with another program. */
export function asPdfName(name: string): string {
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`
}
