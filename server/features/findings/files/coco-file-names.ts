import { type Caller, mayEverywhere } from '#domain/permissions.ts'
import type { Language } from '#domain/text/language.ts'
import { fileNameFor } from '#server/core/media/zip-names.ts'
import { archiveName } from '#server/features/photos/archive/archive-content.ts'
import { turbineName } from '#server/features/photos/archive/photo-table.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'

/**
 * The folder of each visible turbine, by id: the one of its unpacked photo ZIP. Turbines with the same name get their ids as suffix. It
 * depends on no filter, so a photo has the same name in every file.
 */
export async function listTurbineFolders(
  db: Reader,
  caller: Caller,
  language: Language,
): Promise<Map<number, string>> {
  const turbines = await db
    .selectFrom('turbine')
    .select(['id', 'turbine_name', 'code'])
    .$if(!mayEverywhere(caller, 'turbine.read'), (query) => query.where('company_id', '=', caller.company_id))
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

/** Unique names of a file's photos: the turbine's folder, and the name in its ZIP. */
export class CocoFileNames {
  readonly #folders: ReadonlyMap<number, string>
  /** Only possible duplicates: all names of a million photos would take 200 MB. */
  readonly #used = new Set<string>()

  constructor(folders: ReadonlyMap<number, string>) {
    this.#folders = folders
  }

  /** Call it once per photo. */
  nameOf(turbineId: number, photo: { id: number; name: string }): string {
    const folder = this.#folders.get(turbineId) ?? String(turbineId)
    const allowed = fileNameFor(photo.name)
    const name = `${folder}/${allowed}`
    if (allowed === photo.name && !isNameOfOther(allowed)) return name
    // A turbine's names differ, but that of a device becomes that of a photo with a `_` already.
    const free = this.#used.has(name) ? `${folder}/${photo.id}-${allowed}` : name
    this.#used.add(free)
    return free
  }
}

/** True for `_con.jpg`, which is also the sanitized `con.jpg`. */
function isNameOfOther(name: string): boolean {
  return name.startsWith('_') && fileNameFor(name.slice(1)) === name
}

function fold(name: string): string {
  return name.toUpperCase()
}
