import type { Reader } from '#server/infrastructure/database/database.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'

/** A file of the store, by its row in the database. */
export interface StoredFile {
  /** The table of the row. */
  table: string
  id: number
  key: string
  /** Bytes. */
  size: number
  sha256: string
  /** The variants of its derivatives: none for a point cloud, and for a report without a thumbnail. */
  variants: string[]
  /** The variants made on demand, which a backup does not contain. */
  optionalVariants: string[]
}

/** A kind of record with a file in the store. Each one is registered in `stored-files/file-kinds.ts`. */
export interface StoredFileKind {
  /** In the plural. It names the form field of uploads, the folder below the owner's, and the metrics. */
  name: string
  table: keyof Schema
  /** The possible variants of this kind. */
  variants: string[]
  optionalVariants: string[]
  /** The number of rows, estimated if there may be many millions. */
  count(db: Reader): Promise<number>
  /** The files of at most `rows` rows with a greater id, ordered by id. */
  after(db: Reader, id: number, rows: number): Promise<StoredFile[]>
  /** The files of the rows with one of these keys. */
  withKeys(db: Reader, keys: string[]): Promise<StoredFile[]>
}
