import { photoFiles } from '#server/photos/photo-files.ts'
import { reportFiles } from '#server/reports/report-files.ts'
import type { StoredFileKind } from '#server/store/stored-file.ts'

/** Every kind of record with files. The sweeper removes files that none of them knows; backup and verification read all. */
export const FILE_KINDS: StoredFileKind[] = [photoFiles, reportFiles]
