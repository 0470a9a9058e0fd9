import type { ClientResponse } from 'hono/client'
import * as z from 'zod'
import type { ErrorCode } from '#domain/answer.ts'
import type { DeletableKind } from '#domain/records.ts'
import { readAnswer } from './read-answer.ts'
import { RequestError } from './request-error.ts'

const Done = z.object({ success: z.literal(true) })

/** The deletions that got no answer of this server, by kind and key: perhaps it has done them. */
const unanswered = new Set<string>()

/**
 * Deletes a record. If an earlier attempt got no answer, it is a success too that the record does not exist any more. Otherwise that is
 * an error, because somebody else has deleted the record, or the caller may not see it any more.
 *
 * @param key what the server knows the record by
 * @throws RequestError
 */
export async function deleteRecord(
  kind: DeletableKind,
  key: number | string,
  call: () => Promise<ClientResponse<{ success: true }, number, 'json'>>,
): Promise<void> {
  const name = `${kind}/${key}`
  try {
    await readAnswer(call(), Done)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    if (!error.isRefusal) unanswered.add(name)
    const missing: ErrorCode = `${kind}_not_found`
    if (error.code !== missing || !unanswered.has(name)) throw error
  }
  unanswered.delete(name)
}
