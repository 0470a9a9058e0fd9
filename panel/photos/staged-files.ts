import { isPhotoFile } from '#domain/photo.ts'
import { isFileName } from '#domain/upload.ts'

/** A file that waits to be uploaded. */
export interface StagedFile {
  id: number
  file: File
  /** An object URL of the picture; null for what the browser cannot show. */
  preview: string | null
  /** Why it is still here after an upload. A refused file is not sent again, a failed one is. */
  trouble?: { kind: 'refused' | 'failed'; message: string }
}

/** Picked files by what becomes of them. */
export interface SortedFiles {
  accepted: File[]
  /** Neither an image nor a point cloud. */
  notPhotos: string[]
  /** With letters in the name that the store does not take. */
  badNames: string[]
  /** Already here: among the turbine's photos, or staged. */
  duplicates: string[]
}

export const NO_FILES: SortedFiles = { accepted: [], notPhotos: [], badNames: [], duplicates: [] }

/** Sorts what was picked or dropped. `taken` are the names that are in use already. */
export function sortFiles(files: File[], taken: ReadonlySet<string>): SortedFiles {
  const sorted: SortedFiles = { accepted: [], notPhotos: [], badNames: [], duplicates: [] }
  const seen = new Set(taken)
  for (const file of files) {
    if (!isPhotoFile(file)) sorted.notPhotos.push(file.name)
    else if (!isFileName(file.name)) sorted.badNames.push(file.name)
    else if (seen.has(file.name)) sorted.duplicates.push(file.name)
    else {
      seen.add(file.name)
      sorted.accepted.push(file)
    }
  }
  return sorted
}
