import type { Comment } from '#domain/comment.ts'
import type { Report } from '#domain/report.ts'
import type { Services } from '#server/core/env.ts'
import { userOf, usersOf } from './accounts.ts'
import type { Api } from './api.ts'
import { planComments } from './comments.ts'
import { COMPANIES, type DemoUser, TURBINES } from './demo-data.ts'
import { backdateEntry } from './fill-activity.ts'
import { writeReport } from './reports/report-pdf.ts'
import { type PlannedReport, planReports } from './reports/report-plan.ts'

/** Creates the reports of every turbine, uploads them as different users, and adds comments. */
export async function addReportsAndComments(
  services: Services,
  api: Api,
  turbines: Map<string, number>,
  now: Date,
): Promise<void> {
  for (const [index, turbine] of TURBINES.entries()) {
    const path = `/api/turbines/${turbines.get(turbine.code)}`
    const uploaders = usersOf(turbine.company_id, ['operator', 'admin', 'company_manager'])
    const reports = planReports(turbine, index, now)
    for (const [order, report] of reports.entries()) {
      const uploader = uploaders[(index + order) % uploaders.length]
      if (uploader) await addReport(services, api, path, report, uploader)
    }
    for (const { role, text, created, updated } of planComments(reports, index, now)) {
      const { email } = userOf(turbine.company_id, role)
      const { data } = await api.post<{ data: Comment }>(email, `${path}/comments`, { comment: text })
      const times = { created_at: created.toISOString(), updated_at: updated.toISOString() }
      await services.db.write.updateTable('comment').set(times).where('id', '=', data.id).execute()
      await backdateEntry(services.db.write, 'comment.add', data.id, times.created_at)
    }
  }
}

async function addReport(
  { db }: Services,
  api: Api,
  path: string,
  report: PlannedReport,
  { email, first_name, last_name, company_id }: DemoUser,
): Promise<void> {
  const company = COMPANIES.find(({ id }) => id === company_id)?.name ?? ''
  const file = await writeReport(report, { company, author: `${first_name} ${last_name}` })
  const form = new FormData()
  form.set('year', String(report.year))
  form.set('reports', new Blob([file], { type: 'application/pdf' }), report.name)
  const { data } = await api.post<{ data: Report[] }>(email, `${path}/reports`, form)
  const uploaded_at = report.written.toISOString()
  const id = data[0]?.id ?? 0
  await db.write.updateTable('report').set({ uploaded_at }).where('id', '=', id).execute()
  await backdateEntry(db.write, 'report.add', id, uploaded_at)
}
