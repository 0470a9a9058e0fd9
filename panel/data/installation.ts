import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { DoctorEntry } from '#domain/installation/doctor.ts'
import { type FirstStep, FirstSteps } from '#domain/installation/first-steps.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'

const installationKeys = {
  doctor: ['installation', 'doctor'] as const,
  firstSteps: ['installation', 'first-steps'] as const,
}

/** What is not set or not well. The server examines itself with each call, so an open screen asks once. */
export const doctorQuery = queryOptions({
  queryKey: installationKeys.doctor,
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const call = api.doctor.$get({}, { init: { signal } })
    return (await readAnswer(call, z.object({ data: z.array(DoctorEntry) }))).data
  },
})

const Steps = z.object({ data: FirstSteps })

/** How far a new installation is. Every screen that adds a record of it asks again. */
export const firstStepsQuery = queryOptions({
  queryKey: installationKeys.firstSteps,
  staleTime: 0,
  queryFn: async ({ signal }) =>
    (await readAnswer(api['first-steps'].$get({}, { init: { signal } }), Steps)).data,
})

/** Remembers which steps are skipped. */
export async function skipFirstSteps(skipped: FirstStep[]): Promise<FirstSteps> {
  return (await readAnswer(api['first-steps'].$put({ json: { skipped } }), Steps)).data
}

/** Shows the answered steps. */
export function showFirstSteps(queryClient: QueryClient, steps: FirstSteps) {
  queryClient.setQueryData(firstStepsQuery.queryKey, steps)
}
