import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import type { ErrorCode } from '#domain/answer.ts'
import type { Env } from './env.ts'

/** The body of a success: `success: true` beside what the contract names for the call. */
export function ok<T extends object>(body: T): T & { success: true } {
  return { success: true, ...body }
}

/** What a route promises to answer. */
export interface Answer {
  /** Sentences for a reader of the contract; the first one says what the call does. */
  summary: string
  /** The first is that of a plain success. */
  statuses: [Status, ...Status[]]
  /** The schema of JSON, or the media type of anything else. */
  body: z.ZodType | string
  errors: ErrorCode[]
}

/** 206, 304 and 416 are those of ranges and of what the caller has already. */
type Status = 200 | 201 | 206 | 304 | 416

/**
 * Says in the contract what its route answers; every route has one. It changes nothing: the answers that tests get are
 * held against it.
 *
 * @param body the fields beside `success`, or the media type of what is not JSON
 * @param errors the codes the route's own work may end in; those of `permit` and `validate` go without saying
 */
export function answers(
  summary: string,
  status: Answer['statuses'] | Status,
  body: z.ZodRawShape | string = {},
  ...errors: ErrorCode[]
) {
  const answer: Answer = {
    summary,
    statuses: typeof status === 'number' ? [status] : status,
    body: typeof body === 'string' ? body : z.object({ success: z.literal(true), ...body }),
    errors,
  }
  return Object.assign(
    createMiddleware<Env>((_, next) => next()),
    { answer },
  )
}
