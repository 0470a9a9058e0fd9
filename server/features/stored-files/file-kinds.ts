import { photoFiles } from '#server/features/photos/photo-files.ts'
import { reportFiles } from '#server/features/reports/report-files.ts'
import type { StoredFileKind } from '#server/infrastructure/store/stored-file.ts'

/** All kinds of records with files. The sweep finds their stray files; `backup` and `verify` read all rows. */
export const FILE_KINDS: StoredFileKind[] = [photoFiles, reportFiles]
