import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { isUnfinished } from '#domain/file-job.ts'
import { ReportJob } from '#domain/inspections/report-job.ts'
import { FILE_JOB_POLL_MS } from '#domain/limits.ts'
import { api } from '#panel/api/api-client.ts'
import { askAgain } from '#panel/api/query-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'

const Listed = z.object({ data: z.array(ReportJob) })
const One = z.object({ data: ReportJob })

const calls = api.turbines[':id']['report-jobs']

/** Where the making of a report is. */
export interface ReportJobPlace {
  turbineId: number
  jobId: number
}

/** The reports of a turbine that are ordered and not finished. It is asked whenever the screen is opened, because anybody may order one. */
export function unfinishedReportsQuery(turbineId: number) {
  return queryOptions({
    queryKey: [...turbineKeys.one(turbineId), 'report-jobs'] as const,
    queryFn: async ({ signal }) => {
      const call = calls.$get({ param: { id: String(turbineId) } }, { init: { signal } })
      return (await readAnswer(call, Listed)).data
    },
    staleTime: 0,
  })
}

/** How far a report is. Until it has ended, it is asked again and again. */
export function reportJobQuery(place: ReportJobPlace) {
  return queryOptions({
    queryKey: [...turbineKeys.one(place.turbineId), 'report-jobs', place.jobId] as const,
    queryFn: async ({ signal }) => {
      const call = calls[':jobId'].$get({ param: pathOf(place) }, { init: { signal } })
      return (await readAnswer(call, One)).data
    },
    staleTime: 0,
    refetchInterval: (query) => {
      const { data } = query.state
      return data && !isUnfinished(data) ? false : askAgain(query, FILE_JOB_POLL_MS)
    },
  })
}

/** Cancels the making of a report. @returns how it has ended */
export async function cancelReport(place: ReportJobPlace): Promise<ReportJob> {
  return (await readAnswer(calls[':jobId'].$delete({ param: pathOf(place) }), One)).data
}

function pathOf({ turbineId, jobId }: ReportJobPlace) {
  return { id: String(turbineId), jobId: String(jobId) }
}
