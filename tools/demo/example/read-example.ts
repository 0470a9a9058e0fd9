import { setTimeout } from 'node:timers/promises'
import type { Finding } from '#domain/findings/finding.ts'
import { isUnfinished } from '#domain/inspections/file-job.ts'
import type { Inspection } from '#domain/inspections/inspection.ts'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import type { InspectionVersion } from '#domain/inspections/version.ts'
import type { Photo } from '#domain/photo.ts'
import type { Report } from '#domain/report.ts'
import { LANGUAGES, type Language } from '#domain/text/language.ts'
import type { Turbine } from '#domain/turbine.ts'
import { Example } from '../../../site/example/example-schema.ts'
import { userOf } from '../accounts.ts'
import type { Api } from '../api.ts'
import { TURBINES } from '../demo-data.ts'
import { lightenPictures } from './lighten-pictures.ts'

/** The turbine of the example: findings on all blades, of which two are followed over four years, and a second version. */
const CODE = 'T12'
const LOOK_EVERY_MS = 100

interface ReadExample {
  example: Example
  /** The photos by the numbers of their findings. */
  photos: Map<string, Uint8Array>
  reports: Map<Language, Uint8Array>
}

/** Reads the newest published inspection of a turbine as a customer of its company. */
export async function readExample(api: Api): Promise<ReadExample> {
  const company = TURBINES.find(({ code }) => code === CODE)?.company_id ?? 0
  const { email } = userOf(company, 'customer')
  const get = async <T>(path: string): Promise<T> =>
    ((await (await api.get(email, path)).json()) as { data: T }).data

  const turbine = (await get<Turbine[]>('/api/turbines')).find(({ code }) => code === CODE)
  if (!turbine?.state_year) throw new Error(`The demo has no published inspection of ${CODE}.`)
  const path = `/api/turbines/${turbine.id}`
  const year = turbine.state_year
  const inspection = await get<Inspection>(`${path}/inspections/${year}`)
  const [version] = await get<InspectionVersion[]>(`${path}/inspections/${year}/versions`)
  const findings = await get<Finding[]>(`${path}/findings`)
  const stored = await get<Photo[]>(`${path}/photos?view=all`)

  const photos = new Map<string, Uint8Array>()
  for (const { number, photo_id } of findings) {
    const photo = stored.find(({ id }) => id === photo_id)
    if (!photo) throw new Error(`${number} has no photo.`)
    photos.set(number, await (await api.get(email, photo.url)).bytes())
  }
  const reports = new Map<Language, Uint8Array>()
  for (const language of LANGUAGES) {
    const author = userOf(company, 'admin').email
    const { report_url } = await orderReport(api, author, path, { year, version: version?.version, language })
    reports.set(language, await lightenPictures(await (await api.get(email, report_url)).bytes()))
  }
  const example = Example.parse({
    turbine: keysOf(Example.shape.turbine, turbine),
    inspection: keysOf(Example.shape.inspection, inspection),
    version: version && keysOf(Example.shape.version, version),
    findings: withoutChance(findings),
    reports: Object.fromEntries([...reports].map(([language, pdf]) => [language, { size: pdf.length }])),
  })
  return { example, photos, reports }
}

/** Only the fields of the schema. */
function keysOf({ shape }: { shape: object }, from: object) {
  return Object.fromEntries(Object.entries(from).filter(([key]) => key in shape))
}

/** The same findings with the same ids after each drawing of the demo: its photos are stored in the order in which they are ready. */
function withoutChance(findings: readonly Finding[]): Finding[] {
  const sorted = findings.toSorted((a, b) => b.year - a.year || a.number.localeCompare(b.number))
  const ids = new Map(sorted.map(({ id }, index) => [id, index + 1]))
  const newId = (id: number | null) => (id === null ? null : (ids.get(id) ?? null))
  return sorted.map((finding, index) => ({
    ...finding,
    id: index + 1,
    turbine_id: 1,
    user_id: null,
    user_name: '',
    photo_id: index + 1,
    thumb_url: null,
    earlier_id: newId(finding.earlier_id),
    later_id: newId(finding.later_id),
  }))
}

/** Lets the server make the report of a version, as it does when the version is published. */
async function orderReport(
  api: Api,
  email: string,
  path: string,
  { year, ...wanted }: { year: number; version: number | undefined; language: Language },
): Promise<Report> {
  const { data } = await api.post<{ data: ReportJob }>(email, `${path}/inspections/${year}/report`, wanted)
  for (;;) {
    const answer = await api.get(email, `${path}/report-jobs/${data.id}`)
    const { data: job } = (await answer.json()) as { data: ReportJob }
    if (job.report_id !== null) {
      const list = await api.get(email, `${path}/reports?year=${year}`)
      const report = ((await list.json()) as { data: Report[] }).data.find(({ id }) => id === job.report_id)
      if (report) return report
    }
    if (!isUnfinished(job)) throw new Error(`The report failed: ${job.error}.`)
    await setTimeout(LOOK_EVERY_MS)
  }
}
