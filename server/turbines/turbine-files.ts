import type { Turbine } from '#domain/turbine.ts'
import type { Reader } from '#server/database/database.ts'
import type { FileStore } from '#server/store/file-store.ts'
import type { FileOwner } from '#server/uploads/file-owner.ts'
import { turbineExists } from './turbine-queries.ts'

/** The folder of the files of a turbine, with which their keys begin. */
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

/** Removes the files of deleted turbines. Ids are never used again, so these files belong to no other turbine. */
export async function removeFilesOfDeletedTurbines(store: FileStore, db: Reader): Promise<void> {
  // The folders are read before the rows, so that a turbine that is added in between is among the rows.
  const names = await store.namesBelow('turbines')
  const rows = await db.selectFrom('turbine').select('id').execute()
  for (const { id } of rows) names.delete(String(id))
  for (const name of names) await store.removeFolder(`turbines/${name}`)
}
