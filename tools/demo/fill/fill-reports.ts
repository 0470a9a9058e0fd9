import { setTimeout } from 'node:timers/promises'
import type { Comment } from '#domain/comment.ts'
import { isUnfinished } from '#domain/inspections/file-job.ts'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import type { Services } from '#server/features/open-features.ts'
import { userOf, usersOf } from '../accounts.ts'
import type { Api } from '../api.ts'
import { planComments } from '../comments.ts'
import { type DemoUser, TURBINES } from '../demo-data.ts'
import { type PlannedReport, planReports } from '../reports/report-plan.ts'
import { backdateEntry } from './fill-activity.ts'

/** How often to look whether a report is there, in milliseconds. */
const LOOK_EVERY_MS = 100

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
  let reportId: number | null = null
  await api.post<{ data: ReportJob }>(email, address, { language: 'tr' }, async ({ data }) => {
    reportId = await awaitReport(db, data.id)
  })
  const uploaded_at = written.toISOString()
  await db.write.updateTable('report').set({ uploaded_at }).where('id', '=', reportId).execute()
  if (reportId !== null) await backdateEntry(db.write, 'report.add', reportId, uploaded_at)
}

/** Waits until a report is stored. @throws Error if it could not be made */
async function awaitReport({ read }: Services['db'], jobId: number): Promise<number | null> {
  for (;;) {
    const job = await read
      .selectFrom('file_job')
      .select(['state', 'report_id', 'error'])
      .where('id', '=', jobId)
      .executeTakeFirstOrThrow()
    if (job.state === 'done') return job.report_id
    if (!isUnfinished(job)) throw new Error(`A demo report failed: ${job.error}.`)
    await setTimeout(LOOK_EVERY_MS)
  }
}
