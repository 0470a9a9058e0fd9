import type { ReportJob } from '#domain/inspections/report-job.ts'
import type { Report } from '#domain/report.ts'

/** A report as the server answers it. A test gives only the fields that matter for it. */
export function answeredReport(id: number, fields: Partial<Report> = {}): Report {
  return {
    id,
    original_filename: `report-${id}.pdf`,
    file_size_bytes: 2_310_442,
    uploaded_at: '2026-09-06T09:30:00.000Z',
    report_url: `/media/${id}`,
    thumb_url: `/media/${id}?w=320`,
    first_name: 'Elif',
    last_name: 'Yıldırım',
    year: new Date().getFullYear(),
    language: null,
    inspection_version: null,
    is_draft: false,
    is_withdrawn: false,
    ...fields,
  }
}

/** The order of a report as the server answers it. */
export function answeredReportJob(fields: Partial<ReportJob> = {}): ReportJob {
  return {
    id: 9,
    state: 'running',
    progress: 0.4,
    report_id: null,
    year: 2026,
    language: 'tr',
    extent: 'full',
    inspection_version: null,
    error: null,
    message: null,
    created_at: '2026-09-06T09:30:00.000Z',
    ...fields,
  }
}
