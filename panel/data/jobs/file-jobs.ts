import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ClientResponse } from 'hono/client'
import * as z from 'zod'
import { type FileJob, type FileJobName, isUnfinished } from '#domain/inspections/file-job.ts'
import { FILE_JOB_POLL_MS } from '#domain/limits.ts'
import { api, type CallInit } from '#panel/api/api-client.ts'
import { askAgain } from '#panel/api/query-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { type InspectionPlace, inspectionPath } from '#panel/data/inspections.ts'
import { turbineKeys } from '#panel/data/keys.ts'

export interface FileJobPlace {
  turbineId: number
  jobId: number
}

/** What differs between the kinds of files that are made in the background. */
interface Kind<Job extends FileJob> {
  name: FileJobName
  schema: z.ZodType<Job>
  /** True if the list is polled until all of its jobs have ended. */
  pollsList: boolean
}

/** The queries and calls of the file jobs of one kind. */
export type FileJobs<Job extends FileJob> = ReturnType<typeof fileJobs<Job, object>>

const inspection = api.turbines[':id'].inspections[':year']

type Answer<Data = unknown> = Promise<ClientResponse<{ data: Data }, number, 'json'>>

export function fileJobs<Job extends FileJob, Draft extends object>({ name, schema, pollsList }: Kind<Job>) {
  const calls = api.turbines[':id'][`${name}-jobs`]
  const Listed = z.object({ data: z.array(schema) })
  const One = z.object({ data: schema })
  const Cancelled = z.object({ data: schema.nullable() })
  const listKey = (turbineId: number) => [...turbineKeys.one(turbineId), `${name}-jobs`] as const
  return {
    name,

    /** The jobs of a turbine. It is loaded whenever a screen is opened, because other users may request a file. */
    listQuery: (turbineId: number) =>
      queryOptions({
        queryKey: listKey(turbineId),
        queryFn: async ({ signal }) => {
          const call: Answer<unknown[]> = calls.$get(
            { param: { id: String(turbineId) } },
            { init: { signal } },
          )
          return (await readAnswer(call, Listed)).data
        },
        staleTime: 0,
        refetchInterval: (query) =>
          pollsList && query.state.data?.some(isUnfinished) ? askAgain(query, FILE_JOB_POLL_MS) : false,
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

    /**
     * Requests the file of an inspection, which the server makes after its answer.
     *
     * @param attempt differs for each wanted file. As long as it is the same, a repeated call after a lost answer gets the job of the first
     *   one.
     */
    async order(place: InspectionPlace, draft: Draft, attempt: string): Promise<Job> {
      const init: CallInit = { dependsOn: attempt }
      const json = draft as never
      const call: Answer = inspection[name].$post({ param: inspectionPath(place), json }, { init })
      return (await readAnswer(call, One)).data
    },

    /** Cancels a job. @returns the ended job; null if a cancelled one is no longer found */
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
