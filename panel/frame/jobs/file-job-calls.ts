import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ClientResponse } from 'hono/client'
import * as z from 'zod'
import { type FileJob, isUnfinished } from '#domain/file-job.ts'
import { FILE_JOB_POLL_MS } from '#domain/limits.ts'
import { api } from '#panel/api/api-client.ts'
import { askAgain } from '#panel/api/query-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'
import type { Notice } from '#panel/ui/layers/toast.tsx'
import type { Text } from '#panel/words/use-text.ts'
import type { WatchedFileJob } from './watched-file-jobs.ts'

export type FileJobPlace = Pick<WatchedFileJob, 'turbineId' | 'jobId'>

/** What the kinds of files that are made in the background differ in. */
interface Kind<Job extends FileJob> {
  name: WatchedFileJob['kind']
  schema: z.ZodType<Job>
  /** True if the list is loaded again until all of its jobs have ended. */
  pollsList: boolean
  /** The notice about the end of a job. @param ended undefined if the job is not found any more */
  noticeOf(text: Text, watched: WatchedFileJob, ended: Job | undefined): Notice | undefined
  /** Loads again what the end of a job makes old. */
  refresh(queryClient: QueryClient, turbineId: number, ended: Job | undefined): void
}

/** The queries, calls and notices of the files of one kind. */
export type FileJobs<Job extends FileJob> = ReturnType<typeof fileJobs<Job>>

type Answer = Promise<ClientResponse<{ data: unknown }, number, 'json'>>

export function fileJobs<Job extends FileJob>({ name, schema, pollsList, noticeOf, refresh }: Kind<Job>) {
  const calls = api.turbines[':id'][`${name}-jobs`]
  const Listed = z.object({ data: z.array(schema) })
  const One = z.object({ data: schema })
  const Cancelled = z.object({ data: schema.nullable() })
  const listKey = (turbineId: number) => [...turbineKeys.one(turbineId), `${name}-jobs`] as const
  return {
    name,
    noticeOf,
    refresh,

    /** The jobs of a turbine. It is loaded whenever a screen is opened, because anyone may order a file. */
    listQuery: (turbineId: number) =>
      queryOptions({
        queryKey: listKey(turbineId),
        queryFn: async ({ signal }) => {
          const call: Answer = calls.$get({ param: { id: String(turbineId) } }, { init: { signal } })
          return (await readAnswer(call, Listed)).data
        },
        staleTime: 0,
        ...(pollsList && {
          refetchInterval: (query) =>
            query.state.data?.some(isUnfinished) ? askAgain(query, FILE_JOB_POLL_MS) : false,
        }),
      }),

    /** One job. It is polled until it has ended. */
    query: (place: FileJobPlace) =>
      queryOptions({
        queryKey: [...listKey(place.turbineId), place.jobId] as const,
        queryFn: async ({ signal }) => {
          const call: Answer = calls[':jobId'].$get({ param: pathOf(place) }, { init: { signal } })
          return (await readAnswer(call, One)).data
        },
        staleTime: 0,
        refetchInterval: (query) => {
          const { data } = query.state
          return data && !isUnfinished(data) ? false : askAgain(query, FILE_JOB_POLL_MS)
        },
      }),

    /** Cancels a job. @returns how it has ended; null if a cancelled one is not found any more */
    async cancel(place: FileJobPlace): Promise<Job | null> {
      const call: Answer = calls[':jobId'].$delete({ param: pathOf(place) })
      return (await readAnswer(call, Cancelled)).data
    },

    refreshList: (queryClient: QueryClient, turbineId: number) =>
      queryClient.invalidateQueries({ queryKey: listKey(turbineId), exact: true }),
  }
}

function pathOf({ turbineId, jobId }: FileJobPlace) {
  return { id: String(turbineId), jobId: String(jobId) }
}
