import { expect, vi } from 'vitest'
import { type FileJob, type FileJobName, isUnfinished } from '#domain/inspections/file-job.ts'
import type { Inspection, InspectionFields } from '#domain/inspections/inspection.ts'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import type { Report } from '#domain/report.ts'
import type { Client } from './accounts.ts'
import { readData } from './builders.ts'

/** How long a file may take on a busy machine, in milliseconds. */
const MAKING_MS = 60_000

export const inspectionOf = (turbine: number, year: number, rest = '') =>
  `/api/turbines/${turbine}/inspections/${year}${rest}`

export const EMPTY_INSPECTION: InspectionFields = {
  first_day: null,
  last_day: null,
  methods: [],
  inspector: '',
  weather: '',
  camera: '',
  not_seen: '',
}

export const readInspection = async (client: Client, turbine: number, year = 2026) =>
  readData<Inspection>(await client.get(inspectionOf(turbine, year)))

export const saveInspection = (client: Client, turbine: number, fields: object, year = 2026) =>
  client.json('PUT', inspectionOf(turbine, year), { ...EMPTY_INSPECTION, ...fields })

export const sendReport = (client: Client, turbine: number, language = 'tr', year = 2026) =>
  client.json('POST', inspectionOf(turbine, year, '/report'), { language })

/** Waits for the end of a file job. */
export function awaitFileJob<Job extends FileJob>(
  client: Client,
  turbine: number,
  kind: FileJobName,
  { id }: { id: number },
): Promise<Job> {
  return vi.waitFor(
    async () => {
      const job = await readData<Job>(await client.get(`/api/turbines/${turbine}/${kind}-jobs/${id}`))
      expect(isUnfinished(job)).toBe(false)
      return job
    },
    { timeout: MAKING_MS, interval: 50 },
  )
}

export const awaitReportJob = (client: Client, turbine: number, job: { id: number }) =>
  awaitFileJob<ReportJob>(client, turbine, 'report', job)

/** Makes a report, and downloads it. */
export async function makeReport(
  client: Client,
  turbine: number,
  language = 'tr',
  year = 2026,
): Promise<{ report: Report; bytes: Buffer }> {
  const ordered = await readData<ReportJob>(await sendReport(client, turbine, language, year))
  const { report_id } = await awaitReportJob(client, turbine, ordered)
  const reports = await readData<Report[]>(await client.get(`/api/turbines/${turbine}/reports`))
  const report = reports.find(({ id }) => id === report_id) as Report
  const answer = await client.get(report.report_url)
  return { report, bytes: Buffer.from(await answer.arrayBuffer()) }
}
