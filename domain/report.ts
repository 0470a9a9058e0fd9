import * as z from 'zod'
import { LANGUAGES } from '#domain/text/language.ts'
import { line } from '#domain/text/text.ts'
import { Year, YearText } from '#domain/time/year.ts'
import { Id, unlessEmpty } from './fields.ts'
import { isFileName } from './upload.ts'

/** A PDF report as the API answers it. `report_url` downloads it under its own name, `thumb_url` is a picture of its first page. */
export const Report = z.object({
  id: z.int().positive(),
  original_filename: z.string(),
  /** Bytes. */
  file_size_bytes: z.int().min(0),
  uploaded_at: z.iso.datetime(),
  report_url: z.string(),
  /** Null if the first page is not rendered, yet or at all. */
  thumb_url: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  year: z.int(),
  /** For a generated report; null for an uploaded one. */
  language: z.enum(LANGUAGES).nullable(),
  /** The published version of the report; null for a draft and for an upload. */
  inspection_version: z.int().positive().nullable(),
  /** True if it shows unpublished data: only the team sees it. */
  is_draft: z.boolean(),
  /** True if its version was withdrawn: only the team sees it. */
  is_withdrawn: z.boolean(),
})
export type Report = z.infer<typeof Report>

/** The text fields beside the files of `POST /turbines/{id}/reports`, as multipart brings them. */
export const ReportFields = z.strictObject({ year: YearText })
export type ReportFields = z.infer<typeof ReportFields>

/**
 * The body of `PUT /turbines/{id}/reports/{reportId}`: omitted fields keep their values. A name without an extension gets that of the
 * report.
 */
export const ReportChange = z.strictObject({ name: line(1000).min(1).optional(), year: Year.optional() })
export type ReportChange = z.infer<typeof ReportChange>

/** The query of `GET /turbines/{id}/reports`. An empty value is no filter. */
export const ReportFilter = z.object({ year: unlessEmpty(YearText.optional()) })
export type ReportFilter = z.infer<typeof ReportFilter>

/** The longest search text for reports, in characters. */
const REPORT_SEARCH_MAX_LENGTH = 100

/** The query of `GET /reports`. */
export const ReportSearch = z.object({
  /** Words of the file name, of the turbine's code or name, or the year. An empty text finds nothing. */
  q: unlessEmpty(line(REPORT_SEARCH_MAX_LENGTH).optional()),
})
export type ReportSearch = z.infer<typeof ReportSearch>

/** A report in a list over several turbines. */
export const FleetReport = Report.extend({
  turbine_id: z.int().positive(),
  turbine_name: z.string(),
  turbine_code: z.string(),
  company_name: z.string(),
})
export type FleetReport = z.infer<typeof FleetReport>

/** The path of one report of a turbine. */
export const ReportParam = z.object({ id: Id, reportId: Id })

/** True for uploadable report files: PDFs with a valid name. */
export function isReportFile({ name }: { name: string }): boolean {
  return /\.pdf$/i.test(name) && isFileName(name)
}

/** A year and a month at the beginning of a name belong to the name. */
const YEAR_AND_MONTH = /^(19|20)\d\d-(0?[1-9]|1[0-2])-/

/** The readable name of a report, without the numeric prefix of some stored names, as in `1763717400-3-report.pdf`. */
export function reportName(filename: string): string {
  return YEAR_AND_MONTH.test(filename) ? filename : filename.replace(/^\d+-\d+-(?=.)/, '')
}
