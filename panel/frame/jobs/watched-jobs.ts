import { effect, type ReadonlySignal, signal } from '@preact/signals-react'
import * as z from 'zod'
import { session } from '#panel/session/stored-session.ts'
import { withStorage } from '#panel/session/with-storage.ts'

/** Jobs of the server about whose end this tab tells its user, on every screen. */
interface WatchedJobs<Job> {
  /** Those that have not ended, as far as the tab knows. */
  watched: ReadonlySignal<readonly Job[]>
  /** Watches a job from now on, unless it has ended. */
  watch(job: Job): void
  /** Forgets a job that has ended. It is not watched again. */
  forget(jobId: number): void
}

/**
 * Keeps which jobs of one kind this tab watches.
 *
 * @param name in the session storage: a reload keeps what is watched, and another tab watches what it has opened
 * @param schema of what the notice about the end needs to know
 */
export function watchJobs<Job extends { jobId: number }>(
  name: string,
  schema: z.ZodType<Job>,
): WatchedJobs<Job> {
  const Stored = z.object({ userId: z.int(), watched: z.array(schema) })
  const current = signal<readonly Job[]>([])
  /** The jobs whose end the user knows. A list that was loaded before the end still has them. */
  const ended = new Set<number>()

  function store(watched: readonly Job[]): void {
    current.value = watched
    const userId = session.peek()?.userId
    withStorage(() => sessionStorage.setItem(name, JSON.stringify({ userId, watched })))
  }
  function readStored(userId: number): Job[] {
    const read = withStorage(() => Stored.parse(JSON.parse(sessionStorage.getItem(name) ?? 'null')))
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

  return {
    watched: current,
    watch(job) {
      const isWatched = current.peek().some(({ jobId }) => jobId === job.jobId)
      if (!isWatched && !ended.has(job.jobId)) store([...current.peek(), job])
    },
    forget(jobId) {
      ended.add(jobId)
      store(current.peek().filter((job) => job.jobId !== jobId))
    },
  }
}
