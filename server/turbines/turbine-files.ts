import type { Reader } from '#server/database/database.ts'
import type { FileStore } from '#server/store/file-store.ts'

/** The beginning of every key of a turbine's files. */
export function turbineFolder(turbineId: number): string {
  return `turbines/${turbineId}`
}

/** Removes what lies on the disk for turbines that are gone. An id is never given twice, so nobody misses it. */
export async function removeFilesOfLostTurbines(store: FileStore, db: Reader): Promise<void> {
  // First the folders, then the rows: a turbine that comes in between has its row by then.
  const names = await store.namesBelow('turbines')
  const rows = await db.selectFrom('turbine').select('id').execute()
  for (const { id } of rows) names.delete(String(id))
  for (const name of names) await store.removeFolder(`turbines/${name}`)
}
