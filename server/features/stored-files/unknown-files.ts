import type { Reader } from '#server/infrastructure/database/database.ts'
import { derivativeOf, type FileId } from '#server/infrastructure/store/file-store.ts'
import type { StoredFile } from '#server/infrastructure/store/stored-file.ts'
import { FILE_KINDS } from './file-kinds.ts'

const SUFFIXES = FILE_KINDS.flatMap(allVariants).map((variant) => `.${variant}`)
const FILES_AT_ONCE = 500

/** The files without a row. A derivative needs a row with its variant. */
export async function* withoutRow(
  db: Reader,
  files: AsyncIterable<FileId> | Iterable<FileId>,
): AsyncGenerator<FileId> {
  let batch: FileId[] = []
  for await (const file of files) {
    batch.push(file)
    if (batch.length < FILES_AT_ONCE) continue
    yield* await unknownAmong(db, batch)
    batch = []
  }
  yield* await unknownAmong(db, batch)
}

async function unknownAmong(db: Reader, files: FileId[]): Promise<FileId[]> {
  if (files.length === 0) return []
  const keys = [...new Set(files.map(keyOf))]
  const rows: StoredFile[] = []
  for (const kind of FILE_KINDS) rows.push(...(await kind.withKeys(db, keys)))
  const originals = new Set(rows.map(({ key }) => key))
  const derivatives = new Set(
    rows.flatMap((row) => allVariants(row).map((variant) => derivativeOf(row.key, variant).name)),
  )
  return files.filter(({ name, isDerivative }) => !(isDerivative ? derivatives : originals).has(name))
}

function allVariants({
  variants,
  optionalVariants,
}: Pick<StoredFile, 'variants' | 'optionalVariants'>): string[] {
  return [...variants, ...optionalVariants]
}

/** The key of the file's row. */
export function keyOf({ name, isDerivative }: FileId): string {
  const suffix = isDerivative ? SUFFIXES.find((ending) => name.endsWith(ending)) : undefined
  return name.slice(0, name.length - (suffix?.length ?? 0))
}
