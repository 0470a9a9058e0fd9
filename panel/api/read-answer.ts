import type { ClientResponse } from 'hono/client'
import type * as z from 'zod'
import { parseJson, unreadableAnswer } from './request-error.ts'

/**
 * Returns the answer to a call of `api`, validated by `schema`. Fields that the schema does not name are allowed, because the
 * contract may get new fields. The schema must accept the type that the server's route returns.
 *
 * @throws RequestError also if the answer does not fit the schema
 */
export async function readAnswer<Schema extends z.ZodType>(
  call: Promise<ClientResponse<z.input<Schema>, number, 'json'>>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const answer = await call
  return parseAnswer(answer.status, await answer.text(), schema)
}

/** @throws RequestError `server_error` if `text` does not fit `schema` */
export function parseAnswer<Schema extends z.ZodType>(
  status: number,
  text: string,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(text))
  if (!parsed.success) throw unreadableAnswer(status, parsed.error)
  return parsed.data
}
