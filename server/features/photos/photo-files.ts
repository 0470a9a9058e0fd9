import { DERIVATIVE_WIDTHS, type DerivativeWidth } from '#domain/limits.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { derivativeOf, type FileId } from '#server/infrastructure/store/file-store.ts'
import type { StoredFile, StoredFileKind } from '#server/infrastructure/store/stored-file.ts'

/** The variant of a derivative: WebP for the smallest, JPEG for the others, because large WebP takes three times as long. */
export function variantOf(width: DerivativeWidth): string {
  return width === 320 ? '320.webp' : `${width}.jpg`
}

/** The media type of a derivative. */
export function derivativeType(width: DerivativeWidth): string {
  return width === 320 ? 'image/webp' : 'image/jpeg'
}

/** The variant of a photo's tile archive. */
const TILES_VARIANT = 'tiles.zip'

/** The tile archive of a photo, for the viewers. */
export function tilesOf(key: string): FileId {
  return derivativeOf(key, TILES_VARIANT)
}

/** The variant of a point cloud's archive. */
const CLOUD_VARIANT = 'cloud.bin'

/** The archive of a point cloud. */
export function cloudOf(key: string): FileId {
  return derivativeOf(key, CLOUD_VARIANT)
}

/** The files of photos, for the search of stray files, the backup and the verification. */
export const photoFiles: StoredFileKind = {
  name: 'photos',
  table: 'photo',
  variants: DERIVATIVE_WIDTHS.map(variantOf),
  optionalVariants: [TILES_VARIANT, CLOUD_VARIANT],
  async count(db) {
    const { count } = await db
      .selectFrom('photo_year')
      .select(({ fn }) => fn.sum<number | null>('photos').as('count'))
      .executeTakeFirstOrThrow()
    return count ?? 0
  },
  async after(db, id, rows) {
    return (await files(db).where('id', '>', id).orderBy('id').limit(rows).execute()).map(asStoredFile)
  },
  async withKeys(db, keys) {
    return (await files(db).where('key', 'in', keys).execute()).map(asStoredFile)
  },
}

function files(db: Reader) {
  return db.selectFrom('photo').select(['id', 'key', 'size', 'sha256', 'width'])
}

function asStoredFile({
  width,
  ...row
}: Omit<StoredFile, 'table' | 'variants' | 'optionalVariants'> & { width: number | null }): StoredFile {
  const { table, variants } = photoFiles
  return width === null
    ? { ...row, table, variants: [], optionalVariants: [CLOUD_VARIANT] }
    : { ...row, table, variants, optionalVariants: [TILES_VARIANT] }
}
