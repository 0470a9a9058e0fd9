import { type LeftOut, NOTHING_LEFT_OUT } from '#panel/outbox/picked-files.ts'
import type { RenamedFile } from '#panel/outbox/renamed-file.ts'
import type { SortedFiles } from './staged-files.ts'
import type { UploadTarget } from './upload-target.ts'

/** A file that can be staged under another name. */
interface OfferedPhoto extends RenamedFile {
  /** Where it will belong. */
  target: UploadTarget
}

/** What a person is told of picked files that were not staged. */
export interface Remarks extends Omit<SortedFiles, 'accepted'> {
  renamed: OfferedPhoto[]
  leftOut: LeftOut
}

export const NO_REMARKS: Remarks = {
  notPhotos: [],
  renamed: [],
  badNames: [],
  duplicates: [],
  listed: [],
  leftOut: NOTHING_LEFT_OUT,
}

/** Adds what is told of files for `target`. The other parts are those of `before`. */
export function addRemarks(
  before: Remarks,
  sorted: Omit<SortedFiles, 'accepted'>,
  target: UploadTarget,
): Remarks {
  const renamed = sorted.renamed.map((offered) => ({ ...offered, target }))
  return {
    ...before,
    notPhotos: [...before.notPhotos, ...sorted.notPhotos],
    renamed: [...before.renamed, ...renamed],
    badNames: [...before.badNames, ...sorted.badNames],
    duplicates: [...before.duplicates, ...sorted.duplicates],
    listed: [...before.listed, ...sorted.listed],
  }
}
