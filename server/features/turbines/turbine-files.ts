import type { Turbine } from '#domain/turbine.ts'
import type { FileOwner } from '#server/core/uploads/file-owner.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import type { FileStore } from '#server/infrastructure/store/file-store.ts'
import { turbineExists } from './turbine-queries.ts'

/** The folder of a turbine's files, the prefix of their keys. */
export function turbineFolder(turbineId: number): string {
  return `turbines/${turbineId}`
}

/** The turbine as the owner of uploaded files. */
export function turbineAsOwner({ id }: Turbine): FileOwner {
  return {
    folder: turbineFolder(id),
    missing: 'turbine_not_found',
    logged: { turbine: id },
    exists: (db) => turbineExists(db, id),
  }
}

/** Removes empty folders recreated by a file that came after its turbine's deletion. */
export async function removeFoldersOfDeletedTurbine(
  store: FileStore,
  db: Reader,
  key: string,
): Promise<void> {
  const id = Number(key.split('/')[1])
  if (!(await turbineExists(db, id))) await store.removeEmptyFolders(turbineFolder(id))
}
