import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import { rawText } from '#domain/text/text.ts'
import type { Env } from '#server/core/env.ts'
import { type Input, issuesOf } from '#server/core/http/validate.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** Longest `Idempotency-Key`, in characters, with its quotation marks. */
const IDEMPOTENCY_KEY_MAX_LENGTH = 255

/** Visible ASCII without an inner comma or quotation mark, so that two headers joined by a comma are not one key. */
const KEY = /^(?:[!#-+\--~]+|"[!#-+\--~]+")$/

const KeyHeader = z.object({
  'idempotency-key': rawText(IDEMPOTENCY_KEY_MAX_LENGTH)
    .regex(KEY)
    .describe(
      'A unique text from the client, such as a UUID. A retry with the same key and body creates nothing and answers the record of the first call.',
    )
    .optional(),
})

/** Whether a creating call takes an `Idempotency-Key`, and why not. */
export type Repetition = { takesKey: true } | { takesKey: false; reason: string }

/**
 * Declares that the call takes the header `Idempotency-Key`, and validates it. The handler creates the record with `makeOncePerKey` or
 * `holdKey`. Every POST has this or `takesNoKey`.
 *
 * @throws ApiError `validation_failed`
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export function takesKey() {
  const input: Input = { target: 'header', schema: KeyHeader }
  const check = createMiddleware<Env>((c, next) => {
    const headers = { 'idempotency-key': c.req.header('Idempotency-Key') }
    const { error } = KeyHeader.safeParse(headers)
    if (error) throw new ApiError('validation_failed', { issues: issuesOf(error, headers) })
    return next()
  })
  const repetition: Repetition = { takesKey: true }
  return Object.assign(check, { input, repetition })
}

/** Declares that the call ignores an `Idempotency-Key`. @param reason why a retry does no harm, a sentence */
export function takesNoKey(reason: string) {
  const repetition: Repetition = { takesKey: false, reason }
  return Object.assign(
    createMiddleware<Env>((_, next) => next()),
    { repetition },
  )
}
