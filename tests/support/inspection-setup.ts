import type { Inspection, InspectionFields } from '#domain/inspection.ts'
import type { Report } from '#domain/report.ts'
import { type Client, readData } from './builders.ts'

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

/** Makes a report, and downloads it. */
export async function makeReport(
  client: Client,
  turbine: number,
  language = 'tr',
  year = 2026,
): Promise<{ report: Report; bytes: Buffer }> {
  const report = await readData<Report>(await sendReport(client, turbine, language, year))
  const answer = await client.get(report.report_url)
  return { report, bytes: Buffer.from(await answer.arrayBuffer()) }
}
