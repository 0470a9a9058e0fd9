import type { Reader } from '#server/database/database.ts'
import type { StoredFile, StoredFileKind } from '#server/store/stored-file.ts'

/** The files of reports, for the sweep, the backup and the verification. */
export const reportFiles: StoredFileKind = {
  name: 'reports',
  table: 'report',
  variants: [],
  async after(db, id, rows) {
    return (await files(db).where('id', '>', id).orderBy('id').limit(rows).execute()).map(asStoredFile)
  },
  async withKeys(db, keys) {
    return (await files(db).where('key', 'in', keys).execute()).map(asStoredFile)
  },
}

function files(db: Reader) {
  return db.selectFrom('report').select(['id', 'key', 'file_size_bytes as size', 'sha256'])
}

function asStoredFile(row: Omit<StoredFile, 'table' | 'variants'>): StoredFile {
  return { ...row, table: reportFiles.table, variants: [] }
}
