import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Company } from '#domain/company.ts'
import { api } from './api-client.ts'
import { readAnswer } from './read-answer.ts'

const Listed = z.object({ data: z.array(Company) })

/** The companies that the viewer may see. Several features offer them in a form. */
export const companiesQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: async ({ signal }) => {
    const { data } = await readAnswer(api.companies.$get({}, { init: { signal } }), Listed)
    return data
  },
})
