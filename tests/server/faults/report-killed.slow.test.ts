import { expect, it } from 'vitest'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import type { Report } from '#domain/report.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../support/servers/server-process.ts'
import { Caller, endOfReport } from '../calls/caller.ts'

setUpFolder('file')

it('makes each ordered report once after the server was killed while it was queued and while it was running, and leaves no gap in the versions', async () => {
  let turbine = 0
  const ordered: ReportJob[] = []
  {
    await using server = await ServerProcess.start(dir)
    turbine = await addTurbine(server.origin, await signInAtProcess(server.origin))
    const caller = await Caller.signIn(server.origin)
    for (const language of ['tr', 'en']) {
      const path = `/turbines/${turbine}/inspections/2026/report`
      const { status, data } = await caller.call<ReportJob>('POST', path, { language })
      expect(status).toBe(202)
      ordered.push(data)
    }
    const stateOf = async ({ id }: ReportJob) =>
      (await caller.call<ReportJob>('GET', `/turbines/${turbine}/report-jobs/${id}`)).data.state
    const [first, second] = ordered as [ReportJob, ReportJob]
    await expect.poll(() => stateOf(first), { interval: 5 }).toBe('running')
    expect(await stateOf(second)).toBe('queued')
    await server.end('SIGKILL')
  }
  await using server = await ServerProcess.start(dir)
  const caller = await Caller.signIn(server.origin)
  for (const { id } of ordered) expect(await endOfReport(caller, turbine, id)).toBe('done')
  const { data } = await caller.call<Report[]>('GET', `/turbines/${turbine}/reports`)
  const versions = data.map(({ original_filename }) => original_filename.replace(/^.*-/, ''))
  expect(versions.sort()).toEqual(['1.pdf', '2.pdf'])
})
