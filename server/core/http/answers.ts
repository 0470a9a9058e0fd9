import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import type { ErrorCode } from '#domain/answer.ts'
import type { Env } from '#server/core/env.ts'

/** The body of a success: `success: true` and the call's fields in the contract. */
export function ok<T extends object>(body: T): T & { success: true } {
  return { success: true, ...body }
}

/** The documented answers of a route. */
export interface Answer {
  /** API documentation; the first sentence is the summary. */
  summary: string
  /** The first one is the usual success. */
  statuses: [Status, ...Status[]]
  /** The schema of a JSON body, or the media type of another body. */
  body: z.ZodType | string
  errors: ErrorCode[]
}

/** 204 has no body, 206 and 416 are for range requests, 304 is for unchanged content. */
type Status = 200 | 201 | 202 | 204 | 206 | 304 | 416

/**
 * Documents the answers of its route; every route has one. It does nothing at run time, but tests compare all answers with it.
 *
 * @param body the fields besides `success`, or the media type of a body that is not JSON
 * @param errors the route's own error codes, without those of `permit` and `validate`
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
