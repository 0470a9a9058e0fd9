import { zValidator } from '@hono/zod-validator'
import type { ValidationTargets } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type * as z from 'zod'
import { JSON_BODY_MAX } from '#domain/limits.ts'
import { ApiError, type Issue } from './errors.ts'

/**
 * Checks one part of the request against a schema and hands it on typed.
 *
 * @throws ApiError `validation_failed` with an issue for each place that does not fit, `too_large` for a JSON body over
 *   its limit.
 */
export const validate = <Schema extends z.ZodType, Target extends keyof ValidationTargets>(
  target: Target,
  schema: Schema,
) => {
  const check = zValidator(target, schema, (result) => {
    if (result.success) return
    throw new ApiError('validation_failed', { issues: issuesOf(result.error, result.data) })
  })
  if (target !== 'json') return check
  const limited: typeof check = (c, next) => limitBody(c, () => check(c, next)) as ReturnType<typeof check>
  return limited
}

const limitBody = bodyLimit({
  maxSize: JSON_BODY_MAX,
  onError: () => {
    throw new ApiError('too_large')
  },
})

/** The issues of a failed parse of `input`, each with the code of its sentence in `content/errors`. */
export function issuesOf(error: Pick<z.ZodError, 'issues'>, input: unknown): Issue[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), code: 'unknown_key' }))
    }
    return { path: issue.path.join('.'), code: isMissing(input, issue.path) ? 'required' : sentenceOf(issue) }
  })
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return issue.message
  return issue.code === 'too_small' || issue.code === 'too_big' ? issue.code : 'invalid'
}

function isMissing(input: unknown, path: PropertyKey[]): boolean {
  let value = input
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key]
  return value === undefined
}
