import type { ClientResponse } from 'hono/client'
import type * as z from 'zod'
import { parseJson, unreadableAnswer } from './request-error.ts'

/**
 * Gives what a call of `api` answers, in the shape of `schema`. Fields that the schema does not name are allowed, as the
 * contract grows by fields. The schema must take what the server's route gives by its type.
 *
 * @throws RequestError also where the answer does not fit
 */
export async function readAnswer<Schema extends z.ZodType>(
  call: Promise<ClientResponse<z.input<Schema>, number, 'json'>>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const answer = await call
  return parseAnswer(answer.status, await answer.text(), schema)
}

/** @throws RequestError `server_error` where `text` does not fit `schema` */
export function parseAnswer<Schema extends z.ZodType>(
  status: number,
  text: string,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(text))
  if (!parsed.success) throw unreadableAnswer(status, parsed.error)
  return parsed.data
}
