import type { ApiContext } from '#server/core/env.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import { ok } from './answers.ts'

/**
 * Like `c.json(ok({ data }))`, for long lists: ten thousand records are megabytes of JSON, so writing them yields to other requests.
 *
 * @param more further, short fields of the answer
 */
export async function answerList<Item extends object, More extends object>(
  c: ApiContext,
  data: readonly Item[],
  more?: More,
): Promise<ReturnType<typeof answerAtOnce<Item, More>>> {
  const items = await mapInTurns(data, (item) => JSON.stringify(item))
  const head = JSON.stringify(ok(more ?? {})).slice(0, -1)
  const body = `${head},"data":[${items.join(',')}]}`
  const answer = c.body(body, 200, { 'Content-Type': 'application/json' })
  return answer as unknown as ReturnType<typeof answerAtOnce<Item, More>>
}

/** The type of `answerList`. */
function answerAtOnce<Item extends object, More extends object>(c: ApiContext, data: Item[], more: More) {
  return c.json(ok({ data, ...more }))
}
