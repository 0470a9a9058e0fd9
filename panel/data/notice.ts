import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Notice } from '#domain/notice.ts'
import { api } from '#panel/api/api-client.ts'
import { askAgain } from '#panel/api/query-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'

const Answer = z.object({ data: Notice.nullable() })

/** The time after which an open screen asks again, in milliseconds. */
const ASK_EVERY_MS = 60_000

/** The sentence of the operator of the server; null without one. */
export const noticeQuery = queryOptions({
  queryKey: ['notice'],
  queryFn: async ({ signal }) => (await readAnswer(api.notice.$get({}, { init: { signal } }), Answer)).data,
  refetchInterval: (query) => askAgain(query, ASK_EVERY_MS),
  staleTime: ASK_EVERY_MS,
})
