import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { isUnfinished, ReportJob } from '#domain/inspections/report-job.ts'
import { REPORT_POLL_MS } from '#domain/limits.ts'
import type { Language } from '#domain/text/language.ts'
import { api, type CallInit } from '#panel/api/api-client.ts'
import { askAgain } from '#panel/api/query-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { type InspectionPlace, inspectionPath } from './inspections.ts'
import { turbineKeys } from './keys.ts'

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
      return data && !isUnfinished(data) ? false : askAgain(query, REPORT_POLL_MS)
    },
  })
}

/**
 * Orders the report, which the server makes after its answer.
 *
 * @param attempt differs if the report would be another one. As long as it is the same, a call that is sent again after a lost answer gets
 *   the job of the first one.
 * @param version a published one; null for what the inspection says now
 */
export async function orderReport(
  place: InspectionPlace,
  language: Language,
  attempt: string,
  version: number | null = null,
): Promise<ReportJob> {
  const init: CallInit = { dependsOn: attempt }
  const ordered = api.turbines[':id'].inspections[':year'].report.$post(
    { param: inspectionPath(place), json: version === null ? { language } : { language, version } },
    { init },
  )
  return (await readAnswer(ordered, One)).data
}

/** Cancels the making of a report. @returns how it has ended */
export async function cancelReport(place: ReportJobPlace): Promise<ReportJob> {
  return (await readAnswer(calls[':jobId'].$delete({ param: pathOf(place) }), One)).data
}

function pathOf({ turbineId, jobId }: ReportJobPlace) {
  return { id: String(turbineId), jobId: String(jobId) }
}
