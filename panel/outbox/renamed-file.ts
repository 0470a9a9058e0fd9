import { isFileName, repairFileName } from '#domain/upload.ts'

/** A file with another name than the picked one. */
export interface RenamedFile {
  pickedName: string
  file: File
}

/** The file under a name that the server accepts: its own one, or the nearest. Undefined if there is none. */
export function withAcceptedName(picked: File): RenamedFile | undefined {
  const name = isFileName(picked.name) ? picked.name : repairFileName(picked.name)
  if (name === undefined) return undefined
  const { type, lastModified } = picked
  const file = name === picked.name ? picked : new File([picked], name, { type, lastModified })
  return { pickedName: picked.name, file }
}

/** True if the file has another name than the picked one. */
export function isRenamed({ pickedName, file }: RenamedFile): boolean {
  return pickedName !== file.name
}
