import { open } from 'node:fs/promises'
import { type Report, ReportFields } from '#domain/report.ts'
import { writeAuditEntry } from '#server/audit/audit-log.ts'
import { ApiError } from '#server/errors.ts'
import { refuseWrongExtension } from '#server/uploads/file-extension.ts'
import type { UploadKind } from '#server/uploads/upload-kind.ts'
import { reportFiles } from './report-files.ts'
import { insertReport } from './report-queries.ts'

/** How reports are checked and stored by an upload. */
export const reportUpload: UploadKind<undefined, ReportFields, Report> = {
  name: reportFiles.name,
  fields: ReportFields,

  async examine(_, file) {
    if (!(await beginsAsPdf(file.path))) throw new ApiError('unsupported_file')
    refuseWrongExtension(file.name, 'application/pdf')
    return { content: undefined, derivatives: [] }
  },

  async insert(transaction, { c, records: { turbine, viewer } }, { key, file, uploadedAt }, { year }) {
    const report = await insertReport(transaction, {
      turbine_id: turbine.id,
      key,
      original_filename: file.name,
      file_size_bytes: file.size,
      sha256: file.sha256,
      year,
      uploaded_at: uploadedAt.toISOString(),
      uploader_id: viewer.id,
      first_name: viewer.first_name,
      last_name: viewer.last_name,
    })
    await writeAuditEntry(transaction, c, {
      action: 'report.add',
      record: { id: report.id, name: report.original_filename },
      turbine,
      by: viewer,
    })
    return report
  },
}

const PDF_HEADER = '%PDF-'

/**
 * True if the file begins with the header of a PDF. PDF programs repair damage in the rest, so the rest is not checked. The header is
 * not searched further on in the file, because other files can contain it.
 *
 * @see ISO 32000-2, 7.5.2 File header
 */
async function beginsAsPdf(path: string): Promise<boolean> {
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(PDF_HEADER.length), 0, PDF_HEADER.length, 0)
  return buffer.toString('latin1', 0, bytesRead) === PDF_HEADER
}
