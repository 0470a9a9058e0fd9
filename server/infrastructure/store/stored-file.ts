import type { Reader } from '#server/infrastructure/database/database.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'

/** A file of the store as its row in the database describes it. */
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
  /** The variants of derivatives that it may have: they are made when somebody needs them, and a backup does not contain them. */
  optionalVariants: string[]
}

/** A kind of record that has a file in the store. Each one is registered in `stored-files/file-kinds.ts`. */
export interface StoredFileKind {
  /** In the plural. It names the form field of uploads, the folder of the files below the folder of their owner, and the metrics. */
  name: string
  table: keyof Schema
  /** The variants that derivatives of this kind may have. */
  variants: string[]
  optionalVariants: string[]
  /** The number of rows, without reading all of them if there may be many millions. */
  count(db: Reader): Promise<number>
  /** The files of at most `rows` rows with a greater id, in the order of their ids. */
  after(db: Reader, id: number, rows: number): Promise<StoredFile[]>
  /** The files of the rows with one of these keys. */
  withKeys(db: Reader, keys: string[]): Promise<StoredFile[]>
}
