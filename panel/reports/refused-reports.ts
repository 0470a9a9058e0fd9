import type { Report } from '#domain/report.ts'
import type { Rejection } from '#domain/upload.ts'

interface UploadedReports {
  data: readonly Pick<Report, 'original_filename' | 'file_size_bytes'>[]
  rejected: readonly Rejection[]
}

/**
 * The sentence of the server for each report that it did not store. Several reports may have the same name, so a stored one is recognized by
 * its size too.
 */
export function refusedReports<Staged extends { file: Pick<File, 'name' | 'size'> }>(
  staged: readonly Staged[],
  { data, rejected }: UploadedReports,
): Map<Staged, string> {
  const stored = [...data]
  const refusals = [...rejected]
  const refused = new Map<Staged, string>()
  for (const item of staged) {
    const { name, size } = item.file
    const at = stored.findIndex(
      ({ original_filename, file_size_bytes }) => original_filename === name && file_size_bytes === size,
    )
    if (at !== -1) stored.splice(at, 1)
    else {
      const reason = refusals.findIndex((refusal) => refusal.name === name)
      const [refusal] = reason === -1 ? [] : refusals.splice(reason, 1)
      if (refusal) refused.set(item, refusal.message)
    }
  }
  return refused
}
