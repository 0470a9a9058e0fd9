import type { ClientResponse } from 'hono/client'
import type * as z from 'zod'
import { parseAnswer } from './read-answer.ts'
import { NOT_MODIFIED } from './send-request.ts'

/** An answer with its entity tag. The tag is null if the answer had none, or if the panel has changed the answer in the cache. */
export interface Tagged<Answer> {
  etag: string | null
  answer: Answer
}

/**
 * Sends a call with the entity tag of the former answer, and reads its answer as `readAnswer` does. If the server has no newer data
 * (304), it returns `former` itself, so that nothing renders again.
 *
 * @param send sends the call with these headers
 * @param former the answer in the cache; undefined for the first request
 * @throws RequestError as `readAnswer` does
 */
export async function readTaggedAnswer<Schema extends z.ZodType>(
  send: (headers: Record<string, string>) => Promise<ClientResponse<z.input<Schema>, number, 'json'>>,
  schema: Schema,
  former: Tagged<z.output<Schema>> | undefined,
): Promise<Tagged<z.output<Schema>>> {
  const response = await send(former?.etag ? { 'If-None-Match': former.etag } : {})
  if (response.status === NOT_MODIFIED && former) return former
  const answer = parseAnswer(response.status, await response.text(), schema)
  return { etag: response.headers.get('ETag'), answer }
}
