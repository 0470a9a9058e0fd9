import { mayEverywhere, type Viewer } from '#domain/permissions.ts'
import type { Language } from '#domain/text/language.ts'
import { fileNameFor } from '#server/core/media/zip-names.ts'
import { archiveName } from '#server/features/photos/archive/archive-content.ts'
import { turbineName } from '#server/features/photos/archive/photo-table.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'

/**
 * The folder of each turbine that the viewer sees, by its id: the one that programs make when they unpack the ZIP of its photos. Turbines of
 * one name have their ids behind it. It depends on no filter, so a photo has the same name in every file.
 */
export async function listTurbineFolders(
  db: Reader,
  viewer: Viewer,
  language: Language,
): Promise<Map<number, string>> {
  const turbines = await db
    .selectFrom('turbine')
    .select(['id', 'turbine_name', 'code'])
    .$if(!mayEverywhere(viewer, 'turbine.read'), (query) => query.where('company_id', '=', viewer.company_id))
    .orderBy('id')
    .execute()
  const named = await mapInTurns(turbines, (turbine) => ({
    id: turbine.id,
    folder: archiveName(turbineName(turbine), language).replace(/\.zip$/, ''),
  }))
  const counts = new Map<string, number>()
  for (const { folder } of named) counts.set(fold(folder), (counts.get(fold(folder)) ?? 0) + 1)
  return new Map(
    named.map(({ id, folder }) => [id, counts.get(fold(folder)) === 1 ? folder : `${folder} (${id})`]),
  )
}

/** Names the photos of a file: the folder of the turbine, and the name in its ZIP. No two have the same name. */
export class CocoFileNames {
  readonly #folders: ReadonlyMap<number, string>
  /** Only the names that a second photo can have: of a million photos, all would take 200 MB. */
  readonly #used = new Set<string>()

  constructor(folders: ReadonlyMap<number, string>) {
    this.#folders = folders
  }

  /** Call it once for each photo. */
  nameOf(turbineId: number, photo: { id: number; name: string }): string {
    const folder = this.#folders.get(turbineId) ?? String(turbineId)
    const allowed = fileNameFor(photo.name)
    const name = `${folder}/${allowed}`
    if (allowed === photo.name && !isNameOfOther(allowed)) return name
    // Names of a turbine differ, but that of a device gets the same name as a photo that has it with a `_` already.
    const free = this.#used.has(name) ? `${folder}/${photo.id}-${allowed}` : name
    this.#used.add(free)
    return free
  }
}

/** True for `_con.jpg`, which is also the allowed name of `con.jpg`. */
function isNameOfOther(name: string): boolean {
  return name.startsWith('_') && fileNameFor(name.slice(1)) === name
}

function fold(name: string): string {
  return name.toUpperCase()
}
