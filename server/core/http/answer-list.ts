import type { ApiContext } from '#server/core/env.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import { ok } from './answers.ts'

/**
 * Like `c.json(ok({ data }))`, for lists that may be long: ten thousand records are megabytes of JSON, and other requests are answered while
 * they are written.
 */
export async function answerList<Item extends object>(
  c: ApiContext,
  data: readonly Item[],
): Promise<ReturnType<typeof answerAtOnce<Item>>> {
  const items = await mapInTurns(data, (item) => JSON.stringify(item))
  const body = `{"success":true,"data":[${items.join(',')}]}`
  const answer = c.body(body, 200, { 'Content-Type': 'application/json' })
  return answer as unknown as ReturnType<typeof answerAtOnce<Item>>
}

/** What the type of `answerList` is. */
function answerAtOnce<Item extends object>(c: ApiContext, data: Item[]) {
  return c.json(ok({ data }))
}
