import { open } from 'node:fs/promises'
import { type Report, ReportFields } from '#domain/report.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { ApiContext } from '#server/core/env.ts'
import { requestLog } from '#server/core/http/log.ts'
import { refuseWrongExtension } from '#server/core/uploads/file-extension.ts'
import type { UploadKind } from '#server/core/uploads/upload-kind.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { WorkOrder } from '#server/infrastructure/images/fair-queue.ts'
import { reportFiles, THUMBNAIL_VARIANT } from './report-files.ts'
import { findReport, insertReport } from './report-queries.ts'

/** What an upload finds out about a report. */
interface ExaminedReport {
  /** Undefined if the maintenance shall try it again. */
  hasThumbnail: boolean | undefined
}

/** How reports are checked and stored by an upload. */
export const reportUpload: UploadKind<ExaminedReport, ReportFields, Report> = {
  name: reportFiles.name,
  fields: ReportFields,

  // A turbine may have reports of the same name, so a report that is sent again would be there twice.
  again: {
    idOf: ({ id }) => id,
    find: (transaction, { turbine }, id) => findReport(transaction, turbine.id, id),
  },

  async examine(c, file, incomingFolder, signal) {
    if (!(await beginsAsPdf(file.path))) throw new ApiError('unsupported_file')
    refuseWrongExtension(file.name, 'application/pdf')
    const path = incomingFolder.newPath()
    const hasThumbnail = await makeThumbnail(c, file.path, path, signal)
    return {
      content: { hasThumbnail },
      derivatives: hasThumbnail ? [{ variant: THUMBNAIL_VARIANT, path }] : [],
    }
  },

  async insert(
    transaction,
    { c, records: { turbine, viewer } },
    { key, file, content, uploadedAt },
    { year },
  ) {
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
      has_thumbnail: content.hasThumbnail === undefined ? null : content.hasThumbnail ? 1 : 0,
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

/**
 * A report is never refused because of its thumbnail.
 *
 * @returns false if the first page cannot be rendered; undefined if the worker ended or none could start
 * @throws ApiError `too_many_requests`, `shutting_down`
 */
async function makeThumbnail(
  c: ApiContext<'viewer'>,
  path: string,
  thumbnail: string,
  signal?: AbortSignal,
): Promise<boolean | undefined> {
  try {
    const { services, viewer } = c.var
    const order: WorkOrder = { asker: viewer, urgency: 'now', signal }
    const outcome = await services.images.renderFirstPage(path, thumbnail, order)
    return outcome === 'ended' ? undefined : outcome === 'rendered'
  } catch (error) {
    if (error instanceof ApiError) throw error
    requestLog(c).warn({ err: error }, 'could not try to make the thumbnail of a report')
    return undefined
  }
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
