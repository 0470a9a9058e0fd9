/** Inspection reports at two processes of the server that share one database and one bucket. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isUnfinished } from '#domain/inspections/file-job.ts'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import type { Report } from '#domain/report.ts'
import { type Client, makeUser, signIn } from '../../support/accounts.ts'
import { makeCompany, makeTurbine, readData } from '../../support/builders.ts'
import { awaitReportJob, sendReport } from '../../support/inspection-setup.ts'
import type { TestApp } from '../../support/test-app.ts'
import { clientAt, openTwoApps } from '../two-apps.ts'

let stack: AsyncDisposableStack
let clients: [Client, Client]
let turbine: number
/** Until it resolves, no process ends a report. */
let gate = Promise.withResolvers<void>()
let drawing = 0

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  const { one, other } = await openTwoApps(stack)
  turbine = await makeTurbine(one, { company_id: await makeCompany(one) })
  const client = await signIn(one, await makeUser(one, { role: 'superadmin' }))
  clients = [client, clientAt(other, client)]
  for (const { services } of [one, other]) holdReports(services.images)
})
afterAll(() => stack.disposeAsync())

function holdReports(images: TestApp['services']['images']): void {
  const { writeReport } = images
  images.writeReport = async (...call) => {
    const [, , { signal }] = call
    drawing += 1
    try {
      const gone = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
      await Promise.race([gate.promise, gone])
      return await writeReport.apply(images, call)
    } finally {
      drawing -= 1
    }
  }
}

it('are made once each, one after the other, whichever process took the order', async () => {
  gate = Promise.withResolvers()
  const orders = ['tr', 'en', 'tr', 'en'].map(async (language, n) =>
    readData<ReportJob>(await sendReport(clients[(n % 2) as 0 | 1], turbine, language)),
  )
  const [turkish, english] = (await Promise.all(orders)) as [ReportJob, ReportJob]
  await expect.poll(() => drawing).toBe(1)
  gate.resolve()
  for (const job of [turkish, english])
    expect((await awaitReportJob(clients[0], turbine, job)).state).toBe('done')
  const reports = await readData<Report[]>(await clients[1].get(`/api/turbines/${turbine}/reports`))
  const versions = reports.map(({ original_filename }) => original_filename.replace(/^.*-/, ''))
  expect(versions.sort()).toEqual(['1.pdf', '2.pdf'])
})

it('are cancelled at any process, and the one that makes them stops', async () => {
  for (const client of clients) {
    gate = Promise.withResolvers()
    const job = await readData<ReportJob>(await sendReport(client, turbine, 'tr', 2024))
    await expect.poll(() => drawing).toBe(1)
    const address = `/api/turbines/${turbine}/report-jobs/${job.id}`
    for (const each of clients)
      expect((await readData<ReportJob>(await each.get(address))).state).toBe('running')
    expect((await readData<ReportJob>(await clients[0].delete(address))).state).toBe('cancelled')
    await expect.poll(() => drawing).toBe(0)
    expect(isUnfinished(await readData<ReportJob>(await clients[1].get(address)))).toBe(false)
  }
  const reports = await readData<Report[]>(await clients[1].get(`/api/turbines/${turbine}/reports?year=2024`))
  expect(reports).toEqual([])
})
