import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import { rawText } from '#domain/text/text.ts'
import type { Env } from '#server/core/env.ts'
import { type Input, issuesOf } from '#server/core/http/validate.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

const IF_MATCH_MAX_LENGTH = 255

const RevisionHeader = z.object({
  'if-match': rawText(IF_MATCH_MAX_LENGTH)
    .describe(
      'The `revision` that the client has read, quoted, such as `"4"`. If the record has changed since, the call changes nothing and answers 409 `stale_revision`. Without the header the call overwrites any revision.',
    )
    .optional(),
})

/**
 * Declares that the call takes the record's revision in the header `If-Match`. The handler compares it with `refuseStale`.
 *
 * @throws ApiError `validation_failed`
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export function takesRevision() {
  const input: Input = { target: 'header', schema: RevisionHeader }
  const check = createMiddleware<Env>((c, next) => {
    const headers = { 'if-match': c.req.header('If-Match') }
    const { error } = RevisionHeader.safeParse(headers)
    if (error) throw new ApiError('validation_failed', { issues: issuesOf(error, headers) })
    return next()
  })
  return Object.assign(check, { input, takesRevision: true })
}

/** True if the header has no revision, this one, or `*`. Weak tags never match. */
export function matchesRevision(ifMatch: string | undefined, revision: number): boolean {
  if (ifMatch === undefined) return true
  return ifMatch.split(',').some((tag) => ['*', `"${revision}"`].includes(tag.trim()))
}
