import { effect, type ReadonlySignal, signal } from '@preact/signals-react'
import * as z from 'zod'
import { FILE_JOB_NAMES, type FileJob } from '#domain/inspections/file-job.ts'
import type { Turbine } from '#domain/turbine.ts'
import { session } from '#panel/session/stored-session.ts'
import { withStorage } from '#panel/session/with-storage.ts'

/** In the session storage: a reload keeps what is watched, and another tab watches what it has opened. */
const STORED_AS = 'kanat.watched-file-jobs'

/** A file that is being made, about whose end this tab tells its user, on every screen. */
const WatchedFileJob = z.object({
  kind: z.enum(FILE_JOB_NAMES),
  jobId: z.int(),
  turbineId: z.int(),
  /** The name of the turbine, for the notice. */
  turbine: z.string(),
  year: z.int(),
  /** The published version; null for the draft of a report. */
  version: z.int().nullable(),
})
export type WatchedFileJob = z.infer<typeof WatchedFileJob>

const Stored = z.object({ userId: z.int(), watched: z.array(WatchedFileJob) })
const current = signal<readonly WatchedFileJob[]>([])
/** The jobs whose end the user knows. A list that was loaded before the end still has them. */
const ended = new Set<number>()

/** The jobs that have not ended, as far as the tab knows. */
export const watchedFileJobs: ReadonlySignal<readonly WatchedFileJob[]> = current

function store(watched: readonly WatchedFileJob[]): void {
  current.value = watched
  const userId = session.peek()?.userId
  withStorage(() => sessionStorage.setItem(STORED_AS, JSON.stringify({ userId, watched })))
}

function readStored(userId: number): WatchedFileJob[] {
  const read = withStorage(() => Stored.parse(JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null')))
  return read?.userId === userId ? read.watched : []
}

let lastUserId: number | undefined
// Another user has ordered other ones.
effect(() => {
  const userId = session.value?.userId
  if (userId !== lastUserId) {
    current.value = userId === undefined ? [] : readStored(userId)
    ended.clear()
  }
  lastUserId = userId
})

/** Watches a job from now on, unless it has ended. */
export function watchFileJob(
  kind: WatchedFileJob['kind'],
  { id: turbineId, turbine_name, code }: Pick<Turbine, 'id' | 'turbine_name' | 'code'>,
  { id: jobId, year, version = null }: Pick<FileJob, 'id' | 'year'> & { version?: number | null },
): void {
  const isWatched = current.peek().some((job) => job.jobId === jobId)
  if (isWatched || ended.has(jobId)) return
  store([...current.peek(), { kind, jobId, turbineId, turbine: turbine_name || code, year, version }])
}

/** Forgets a job that has ended. It is not watched again. */
export function forgetFileJob(jobId: number): void {
  ended.add(jobId)
  store(current.peek().filter((job) => job.jobId !== jobId))
}
