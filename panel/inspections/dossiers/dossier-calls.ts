import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { isUnfinished } from '#domain/file-job.ts'
import { type DossierDraft, DossierJob } from '#domain/inspections/dossier.ts'
import { FILE_JOB_POLL_MS } from '#domain/limits.ts'
import { api, type CallInit } from '#panel/api/api-client.ts'
import { askAgain } from '#panel/api/query-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'

const Listed = z.object({ data: z.array(DossierJob) })
const One = z.object({ data: DossierJob })
const Cancelled = z.object({ data: DossierJob.nullable() })

const calls = api.turbines[':id']['dossier-jobs']

/** Where the preparation of a dossier is. */
export interface DossierPlace {
  turbineId: number
  jobId: number
}

/** The dossiers of a turbine, the newest first, without those that have failed. As long as one is prepared, it is asked again and again. */
export function dossiersQuery(turbineId: number) {
  return queryOptions({
    queryKey: [...turbineKeys.one(turbineId), 'dossier-jobs'] as const,
    queryFn: async ({ signal }) => {
      const call = calls.$get({ param: { id: String(turbineId) } }, { init: { signal } })
      return (await readAnswer(call, Listed)).data
    },
    // Anybody may order one.
    staleTime: 0,
    refetchInterval: (query) =>
      query.state.data?.some(isUnfinished) ? askAgain(query, FILE_JOB_POLL_MS) : false,
  })
}

/** How far a dossier is. Until it has ended, it is asked again and again. */
export function dossierQuery(place: DossierPlace) {
  return queryOptions({
    queryKey: [...turbineKeys.one(place.turbineId), 'dossier-jobs', place.jobId] as const,
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

/**
 * Orders the dossier of a version, which the server prepares after its answer.
 *
 * @param attempt differs for each time that somebody wants one. As long as it is the same, a call that is sent again after a lost answer gets
 *   the job of the first one.
 */
export async function orderDossier(
  { turbineId, year }: { turbineId: number; year: number },
  draft: DossierDraft,
  attempt: string,
): Promise<DossierJob> {
  const init: CallInit = { dependsOn: attempt }
  const param = { id: String(turbineId), year: String(year) }
  const ordered = api.turbines[':id'].inspections[':year'].dossier.$post({ param, json: draft }, { init })
  return (await readAnswer(ordered, One)).data
}

/** Cancels the preparation of a dossier. @returns how it has ended before; null if it was cancelled */
export async function cancelDossier(place: DossierPlace): Promise<DossierJob | null> {
  return (await readAnswer(calls[':jobId'].$delete({ param: pathOf(place) }), Cancelled)).data
}

/** Loads the list again. */
export function refreshDossiers(queryClient: QueryClient, turbineId: number) {
  return queryClient.invalidateQueries({ queryKey: dossiersQuery(turbineId).queryKey, exact: true })
}

function pathOf({ turbineId, jobId }: DossierPlace) {
  return { id: String(turbineId), jobId: String(jobId) }
}
