import { effect, type ReadonlySignal, signal } from '@preact/signals-react'
import * as z from 'zod'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import type { Turbine } from '#domain/turbine.ts'
import { session } from '#panel/session/stored-session.ts'
import { withStorage } from '#panel/session/with-storage.ts'

/** A report that is being made, about whose end this tab tells its user, on every screen. */
const WatchedReport = z.object({
  jobId: z.int(),
  turbineId: z.int(),
  /** The name of the turbine, for the notice. */
  turbine: z.string(),
  year: z.int(),
})
export type WatchedReport = z.infer<typeof WatchedReport>

const Stored = z.object({ userId: z.int(), watched: z.array(WatchedReport) })

/** The name in the session storage: a reload keeps what is watched, and another tab watches what it has opened. */
const STORED = 'kanat.watched-reports'

const current = signal<readonly WatchedReport[]>([])

/** The reports that this tab watches for its user. */
export const watchedReports: ReadonlySignal<readonly WatchedReport[]> = current

/** The jobs whose end the user knows. A list that was loaded before the end still has them. */
const ended = new Set<number>()

let lastUserId: number | undefined
// Another user has ordered other reports.
effect(() => {
  const userId = session.value?.userId
  if (userId !== lastUserId) {
    current.value = userId === undefined ? [] : readStored(userId)
    ended.clear()
  }
  lastUserId = userId
})

/** What the notice about the end of a report needs to know. */
export function watchedOf(
  { id, turbine_name, code }: Pick<Turbine, 'id' | 'turbine_name' | 'code'>,
  job: ReportJob,
): WatchedReport {
  return { jobId: job.id, turbineId: id, turbine: turbine_name || code, year: job.year }
}

/** Watches a report from now on, unless it has ended. */
export function watchReport(report: WatchedReport): void {
  const isWatched = current.value.some(({ jobId }) => jobId === report.jobId)
  if (!isWatched && !ended.has(report.jobId)) store([...current.value, report])
}

/** Forgets a report that has ended. It is not watched again. */
export function forgetReport(jobId: number): void {
  ended.add(jobId)
  store(current.value.filter((report) => report.jobId !== jobId))
}

function store(watched: readonly WatchedReport[]): void {
  current.value = watched
  const userId = session.peek()?.userId
  withStorage(() => sessionStorage.setItem(STORED, JSON.stringify({ userId, watched })))
}

function readStored(userId: number): WatchedReport[] {
  const read = withStorage(() => Stored.parse(JSON.parse(sessionStorage.getItem(STORED) ?? 'null')))
  return read?.userId === userId ? read.watched : []
}
