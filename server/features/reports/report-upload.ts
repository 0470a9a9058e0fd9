import { open } from 'node:fs/promises'
import type { Logger } from 'pino'
import { type Report, ReportFields } from '#domain/report.ts'
import type { Language } from '#domain/text/language.ts'
import type { Turbine } from '#domain/turbine.ts'
import { type Origin, originOf, writeAuditEntryOfOrder } from '#server/core/audit/audit-log.ts'
import { requestLog } from '#server/core/http/log.ts'
import type { CoreServices } from '#server/core/open-core.ts'
import { refuseWrongExtension, unknownKind } from '#server/core/uploads/file-extension.ts'
import type { ReceivedFile } from '#server/core/uploads/receive-files.ts'
import type { FiledFile, UploadKind } from '#server/core/uploads/upload-kind.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { IncomingFolder } from '#server/infrastructure/store/incoming.ts'
import type { Requester } from '#server/infrastructure/work-order.ts'
import { reportFiles, THUMBNAIL_VARIANT } from './report-files.ts'
import { findReport, insertReport } from './report-queries.ts'

/** The result of examining a report. */
interface ExaminedReport {
  /** Undefined for a retry by maintenance. */
  hasThumbnail: boolean | undefined
}

/** The author of a report. */
interface Uploader {
  id: number
  first_name: string
  last_name: string
  email: string
}

/** How an upload checks and stores reports. */
export const reportUpload: UploadKind<ExaminedReport, ReportFields, Report> = {
  name: reportFiles.name,
  fields: ReportFields,

  // A turbine may have reports of the same name, so a retry would add a duplicate.
  again: {
    idOf: ({ id }) => id,
    find: (transaction, { turbine }, id) => findReport(transaction, turbine.id, id),
  },

  examine: (c, file, incomingFolder, signal) =>
    examineReport(c.var.services, requestLog(c), c.var.caller, file, incomingFolder, signal),

  insert: (transaction, { c, records: { turbine, caller } }, file, { year }) =>
    insertStoredReport(transaction, file, { year }, { origin: originOf(c), turbine, caller }),
}

/** Examines a PDF, and makes its thumbnail. @throws ApiError `unsupported_file`, `too_many_requests`, `shutting_down` */
export async function examineReport(
  services: CoreServices,
  log: Logger,
  requester: Requester,
  file: ReceivedFile,
  incomingFolder: IncomingFolder,
  signal?: AbortSignal,
) {
  if (!(await beginsAsPdf(services, requester, file.path, signal))) throw unknownKind()
  refuseWrongExtension(file.name, 'application/pdf')
  const path = incomingFolder.newPath()
  const hasThumbnail = await makeThumbnail(services, log, requester, file.path, path, signal)
  return {
    content: { hasThumbnail },
    derivatives: hasThumbnail ? [{ variant: THUMBNAIL_VARIANT, path }] : [],
  }
}

/** A generated report. */
interface MadeReport {
  language: Language
  /** The published version of the report; null for a draft. */
  inspectionVersion: number | null
}

/** Inserts the row and the audit entry of a stored report. @param made undefined for an uploaded one */
export async function insertStoredReport(
  transaction: Writer,
  { key, file, content, uploadedAt }: FiledFile<ExaminedReport>,
  { year, made }: { year: number; made?: MadeReport },
  { origin, turbine, caller }: { origin: Origin; turbine: Turbine; caller: Uploader },
): Promise<Report> {
  const report = await insertReport(transaction, {
    turbine_id: turbine.id,
    key,
    original_filename: file.name,
    file_size_bytes: file.size,
    sha256: file.sha256,
    year,
    language: made?.language ?? null,
    inspection_version: made?.inspectionVersion ?? null,
    is_draft: made?.inspectionVersion === null ? 1 : 0,
    uploaded_at: uploadedAt.toISOString(),
    uploader_id: caller.id,
    first_name: caller.first_name,
    last_name: caller.last_name,
    has_thumbnail: content.hasThumbnail === undefined ? null : content.hasThumbnail ? 1 : 0,
  })
  await writeAuditEntryOfOrder(transaction, origin, {
    action: 'report.add',
    record: { id: report.id, name: report.original_filename },
    turbine,
    by: caller,
  })
  return report
}

/**
 * A report is never refused because of its thumbnail.
 *
 * @returns false if the first page cannot be rendered; undefined if the worker ended or none could start
 * @throws ApiError `too_many_requests`, `shutting_down`
 */
async function makeThumbnail(
  { images }: CoreServices,
  log: Logger,
  requester: Requester,
  path: string,
  thumbnail: string,
  signal?: AbortSignal,
): Promise<boolean | undefined> {
  try {
    return await images.renderFirstPage(path, thumbnail, { requester, priority: 'high', signal })
  } catch (error) {
    if (error instanceof ApiError) throw error
    log.warn({ err: error }, 'could not try to make the thumbnail of a report')
    return undefined
  }
}

/** Where a PDF header can be, in bytes. */
const HEADER_WITHIN = 1024
const PDF_HEADER = /%PDF-/
/** Pages, drawings and data can name the header, too. */
const OTHER_TEXT = /^(?:\xef\xbb\xbf)?\s*[<{[]/
/** How archives begin: ZIP, 7z, RAR and gzip. They can have a PDF that is not compressed. */
const ARCHIVES = ['PK', '7z', 'Rar!', '\x1f\x8b']

/**
 * True if the first bytes contain a PDF header: some programs put a byte order mark or lines of a mail before it. PDF programs repair
 * damage in the rest, so it is not checked. A picture or an archive with a PDF inside is none.
 *
 * @see ISO 32000-1, annex H, 3.4.1
 * @throws as `ImagePool.readMetadata`, if something is before the header
 */
async function beginsAsPdf(
  { images }: CoreServices,
  requester: Requester,
  path: string,
  signal?: AbortSignal,
): Promise<boolean> {
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_WITHIN), 0, HEADER_WITHIN, 0)
  const text = buffer.toString('latin1', 0, bytesRead)
  const at = text.search(PDF_HEADER)
  if (at <= 0) return at === 0
  if (OTHER_TEXT.test(text) || ARCHIVES.some((archive) => text.startsWith(archive))) return false
  return (await images.readMetadata(path, { requester, priority: 'high', signal })) === undefined
}
