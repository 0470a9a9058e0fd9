import { zValidator } from '@hono/zod-validator'
import type { ValidationTargets } from 'hono'
import type * as z from 'zod'
import { ApiError, type Issue } from './errors.ts'

/**
 * Checks one part of the request against a schema and hands it on typed.
 *
 * @throws ApiError `validation_failed` with an issue for each place that does not fit.
 */
export const validate = <Schema extends z.ZodType, Target extends keyof ValidationTargets>(
  target: Target,
  schema: Schema,
) =>
  zValidator(target, schema, (result) => {
    if (!result.success)
      throw new ApiError('validation_failed', { issues: issuesOf(result.error, result.data) })
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
