import { isPhotoFile } from '#domain/photo.ts'
import { isFileName } from '#domain/upload.ts'
import type { StagedFile } from '#panel/staging/staged-file.ts'
import type { UploadTarget } from './upload-target.ts'

export type StagedPhoto = StagedFile<UploadTarget>

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
