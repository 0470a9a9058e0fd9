import type { Turbine } from '#domain/turbine.ts'
import type { Reader } from '#server/database/database.ts'
import type { FileStore } from '#server/store/file-store.ts'
import type { FileOwner } from '#server/uploads/file-owner.ts'
import { turbineExists } from './turbine-queries.ts'

/** The beginning of every key of a turbine's files. */
export function turbineFolder(turbineId: number): string {
  return `turbines/${turbineId}`
}

/** The turbine as the owner of the files that an upload brings. */
export function turbineAsOwner({ id }: Turbine): FileOwner {
  return {
    folder: turbineFolder(id),
    missing: 'turbine_not_found',
    logged: { turbine: id },
    exists: (db) => turbineExists(db, id),
  }
}

/** Removes what lies on the disk for turbines that are gone. An id is never given twice, so nobody misses it. */
export async function removeFilesOfLostTurbines(store: FileStore, db: Reader): Promise<void> {
  // First the folders, then the rows: a turbine that comes in between has its row by then.
  const names = await store.namesBelow('turbines')
  const rows = await db.selectFrom('turbine').select('id').execute()
  for (const { id } of rows) names.delete(String(id))
  for (const name of names) await store.removeFolder(`turbines/${name}`)
}
