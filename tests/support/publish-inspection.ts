import { expect, vi } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import type { Inspection } from '#domain/inspections/inspection.ts'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import type { Client } from './accounts.ts'
import { readData } from './builders.ts'
import { findingsOf } from './finding-setup.ts'

/** Sends the inspection of a turbine and a year on, as somebody who has just read it. */
export async function moveInspection(
  client: Client,
  turbine: number,
  year: number,
  to: string,
  reason = '',
): Promise<Response> {
  const path = `/api/turbines/${turbine}/inspections/${year}`
  const { revision } = await readData<Inspection>(await client.get(path))
  return client.json('POST', `${path}/transitions`, { to, revision, reason })
}

/** Publishes the inspection of a turbine and a year, so that customers and viewers see its findings and its state counts. @throws if it is refused */
export async function publishInspection(client: Client, turbine: number, year: number): Promise<void> {
  const answer = await moveInspection(client, turbine, year, 'published', 'Test')
  if (!answer.ok) throw new Error(`Publishing was answered with ${answer.status}: ${await answer.text()}`)
}

/** Publishes, and cancels the reports that are made of it then: a dossier waits for them. */
export async function publishWithoutReports(client: Client, turbine: number, year: number): Promise<void> {
  await publishInspection(client, turbine, year)
  const path = `/api/turbines/${turbine}/report-jobs`
  for (const { id } of await readData<ReportJob[]>(await client.get(path)))
    await client.send('DELETE', `${path}/${id}`)
}

/** Publishes everything that is not published of a turbine. What nobody has graded gets the severity 1. */
export async function publishAll(client: Client, turbine: number): Promise<void> {
  for (const { id, severity } of await readData<Finding[]>(await client.get(findingsOf(turbine)))) {
    if (severity === null) await client.json('PUT', findingsOf(turbine, `/${id}`), { severity: 1 })
  }
  const inspections = await readData<Inspection[]>(await client.get(`/api/inspections?turbine_id=${turbine}`))
  for (const { year, published_version, unpublished_changes } of inspections)
    if (published_version === null || unpublished_changes !== 0)
      await publishInspection(client, turbine, year)
}

/** Waits until the reports of published versions are made: until then, files and rows of the turbine still change. */
export async function awaitReports(client: Client, turbine: number): Promise<void> {
  const unfinished = async () => readData<object[]>(await client.get(`/api/turbines/${turbine}/report-jobs`))
  await vi.waitFor(async () => expect(await unfinished()).toEqual([]), { interval: 50 })
}
