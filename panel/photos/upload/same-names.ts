import { repairFileName } from '#domain/upload.ts'
import type { PickedFile } from '#panel/outbox/picked-files.ts'
import { type RenamedFile, withAcceptedName } from '#panel/outbox/renamed-file.ts'

/**
 * Takes out the files that have the same name as one before them in another folder: cameras number the photos of each folder from 1, and the
 * server has each name of a turbine once. They are offered under a name that begins with those of their folders.
 *
 * @param seen the names of all files before these; the names of these are added
 */
export function offerOtherNames(files: readonly PickedFile[], seen: Set<string>) {
  const first: File[] = []
  const offered: RenamedFile[] = []
  for (const { file, folders } of files) {
    const name = withAcceptedName(file)?.file.name ?? file.name
    const other = seen.has(name) ? withFolders(file, folders, seen) : undefined
    if (other) offered.push({ pickedName: [...folders, file.name].join('/'), file: other })
    else first.push(file)
    seen.add(other?.name ?? name)
  }
  return { first, offered }
}

/** The file with the names of its folders before its own, as few as make it another name; undefined if that is not possible. */
function withFolders(file: File, folders: readonly string[], seen: ReadonlySet<string>): File | undefined {
  for (let from = folders.length - 1; from >= 0; from -= 1) {
    const name = repairFileName([...folders.slice(from), file.name].join('_'))
    const { type, lastModified } = file
    if (name !== undefined && !seen.has(name)) return new File([file], name, { type, lastModified })
  }
  return undefined
}
