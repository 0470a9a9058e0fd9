import { isPhotoFile } from '#domain/photo.ts'
import { isFileName } from '#domain/upload.ts'

/** A file that waits to be uploaded. */
export interface StagedFile {
  id: number
  file: File
  /** An object URL of the picture; null if the browser cannot show the file. */
  preview: string | null
  /** Why the file is still staged after an upload. A refused file is not sent again, a failed one is. */
  trouble?: { kind: 'refused'; message: string } | { kind: 'failed' }
  /** False if the browser could not store the file. A reload then loses it. */
  isStored: boolean
}

/** Picked files, grouped by whether they can be staged. */
export interface SortedFiles {
  accepted: File[]
  /** Neither an image nor a point cloud. */
  notPhotos: string[]
  /** The name has characters that the server does not accept. */
  badNames: string[]
  /** A photo of the turbine or a staged file already has this name. */
  duplicates: string[]
}

export const NO_FILES: SortedFiles = { accepted: [], notPhotos: [], badNames: [], duplicates: [] }

/** Groups picked or dropped files. `taken` are the names that are already in use. */
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
