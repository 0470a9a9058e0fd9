import { isPhotoFile } from '#domain/photo.ts'
import { isRenamed, type RenamedFile, withAcceptedName } from '#panel/outbox/renamed-file.ts'
import type { StagedFile } from '#panel/outbox/staged-file.ts'
import type { UploadTarget } from './upload-target.ts'

export type StagedPhoto = StagedFile<UploadTarget>

/** Picked files, grouped by whether they can be staged. */
export interface SortedFiles {
  accepted: File[]
  /** Neither an image nor a point cloud. */
  notPhotos: string[]
  /** Files whose names the server does not accept, with names that it accepts. They can be staged if the person wants it. */
  renamed: RenamedFile[]
  /** The name has characters that the server does not accept, and there is no similar name. */
  badNames: string[]
  /** A photo of the turbine already has this name. */
  duplicates: string[]
  /** A staged file already has this name. */
  listed: string[]
}

/**
 * Groups picked or dropped files.
 *
 * @param taken the names of the photos of the turbine
 * @param staged the names of the staged files
 */
export function sortFiles(
  files: File[],
  taken: ReadonlySet<string>,
  staged: Iterable<string> = [],
): SortedFiles {
  const sorted: SortedFiles = {
    accepted: [],
    notPhotos: [],
    renamed: [],
    badNames: [],
    duplicates: [],
    listed: [],
  }
  const seen = new Set(staged)
  for (const file of files) {
    const named = withAcceptedName(file)
    if (!isPhotoFile(file)) sorted.notPhotos.push(file.name)
    else if (named === undefined) sorted.badNames.push(file.name)
    else if (seen.has(named.file.name)) sorted.listed.push(file.name)
    else if (taken.has(named.file.name)) sorted.duplicates.push(file.name)
    else {
      seen.add(named.file.name)
      if (isRenamed(named)) sorted.renamed.push(named)
      else sorted.accepted.push(file)
    }
  }
  return sorted
}
