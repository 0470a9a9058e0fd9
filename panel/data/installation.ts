import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { DoctorEntry } from '#domain/installation/doctor.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'

const installationKeys = {
  doctor: ['installation', 'doctor'] as const,
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
