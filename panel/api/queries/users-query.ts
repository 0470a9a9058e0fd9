import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { User } from '#domain/user.ts'
import { api } from '../api-client.ts'
import { readAnswer } from '../read-answer.ts'

const Listed = z.object({ data: z.array(User) })

/** The users that the viewer may see. Several features show them. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => {
    const { data } = await readAnswer(api.users.$get({}, { init: { signal } }), Listed)
    return data
  },
})
