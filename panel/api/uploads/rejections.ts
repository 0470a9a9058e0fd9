import * as z from 'zod'
import { type Rejection, RejectionCode } from '#domain/upload.ts'
import { RequestError } from '#panel/api/request-error.ts'

const Refused = z.object({
  rejected: z.array(z.object({ name: z.string(), error: RejectionCode, message: z.string() })),
})

/** The rejections in the body of a failure, if the server stored no file of the request. */
export function rejectionsOf(error: unknown): Rejection[] {
  return error instanceof RequestError ? (Refused.safeParse(error.body).data?.rejected ?? []) : []
}
