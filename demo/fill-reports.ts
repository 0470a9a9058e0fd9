import type { Comment } from '#domain/comment.ts'
import type { Report } from '#domain/report.ts'
import type { Services } from '#server/core/env.ts'
import { userOf, usersOf } from './accounts.ts'
import type { Api } from './api.ts'
import { planComments } from './comments.ts'
import { type DemoUser, TURBINES } from './demo-data.ts'
import { backdateEntry } from './fill-activity.ts'
import { type PlannedReport, planReports } from './reports/report-plan.ts'

/** Adds the comments about the reports of every turbine. */
export async function addComments(
  services: Services,
  api: Api,
  turbines: Map<string, number>,
  now: Date,
): Promise<void> {
  for (const [index, turbine] of TURBINES.entries()) {
    const path = `/api/turbines/${turbines.get(turbine.code)}`
    const reports = planReports(turbine, index, now)
    for (const { role, text, created, updated } of planComments(reports, index, now)) {
      const { email } = userOf(turbine.company_id, role)
      const { data } = await api.post<{ data: Comment }>(email, `${path}/comments`, { comment: text })
      const times = { created_at: created.toISOString(), updated_at: updated.toISOString() }
      await services.db.write.updateTable('comment').set(times).where('id', '=', data.id).execute()
      await backdateEntry(services.db.write, 'comment.add', data.id, times.created_at)
    }
  }
}

/** Lets the server make the reports of every turbine from its photos and findings, as different users. */
export async function addReports(
  services: Services,
  api: Api,
  turbines: Map<string, number>,
  now: Date,
): Promise<void> {
  for (const [index, turbine] of TURBINES.entries()) {
    const path = `/api/turbines/${turbines.get(turbine.code)}`
    const authors = usersOf(turbine.company_id, ['operator', 'admin', 'company_manager'])
    for (const [order, report] of planReports(turbine, index, now).entries()) {
      const author = authors[(index + order) % authors.length]
      if (author) await addReport(services, api, path, report, author)
    }
  }
}

async function addReport(
  { db }: Services,
  api: Api,
  path: string,
  { year, written }: PlannedReport,
  { email }: DemoUser,
): Promise<void> {
  const address = `${path}/inspections/${year}/report`
  const { data } = await api.post<{ data: Report }>(email, address, { language: 'tr' })
  const uploaded_at = written.toISOString()
  await db.write.updateTable('report').set({ uploaded_at }).where('id', '=', data.id).execute()
  await backdateEntry(db.write, 'report.add', data.id, uploaded_at)
}
