import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Found, isSearched } from '#domain/search/found.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'

const Answered = z.object({ data: Found })

/** The findings, photos and comments that a text finds. A change of any of them makes it old, so it is fresh only while it is shown. */
export function foundQuery(text: string) {
  return queryOptions({
    queryKey: ['search', text],
    enabled: isSearched(text),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const call = api.search.$get({ query: { q: text } as object }, { init: { signal } })
      return (await readAnswer(call, Answered)).data
    },
  })
}
