import { zValidator } from '@hono/zod-validator'
import type { ValidationTargets } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import type * as z from 'zod'
import { JSON_BODY_MAX, JSON_BODY_TIMEOUT_MS } from '#domain/limits.ts'
import type { Env } from './env.ts'
import { ApiError, type Issue, invalid } from './errors.ts'

/** One part of what a route takes, as the contract shows it. */
export interface Input {
  target: keyof ValidationTargets
  schema: z.ZodType
  /** The name of the repeated part of a multipart form that carries files. */
  files?: string
}

/**
 * Checks one part of the request against a schema and hands it on typed.
 *
 * @throws ApiError `validation_failed` with an issue for each place that does not fit, or for a JSON body that breaks off;
 *   `too_large`, `request_timeout` for one over its limits.
 */
export const validate = <Schema extends z.ZodType, Target extends keyof ValidationTargets>(
  target: Target,
  schema: Schema,
) => {
  const check = zValidator(target, schema, (result) => {
    if (result.success) return
    throw new ApiError('validation_failed', { issues: issuesOf(result.error, result.data) })
  })
  const limited: typeof check = async (c, next) => {
    const arrival = limitBody(c, async () => {
      await c.req.text()
    })
    await inTime(arrival).catch((error) => {
      // Nothing but reading happened, so who broke off is the caller.
      throw error instanceof ApiError ? error : invalid('', 'broken_off')
    })
    return check(c, next)
  }
  const checked = target === 'json' ? limited : check
  Object.assign(checked, { input: { target, schema } satisfies Input })
  return checked
}

/**
 * Says in the contract that the route takes a multipart form: text fields, and files under `name`. It checks
 * nothing: whoever reads the stream of an upload does that on the way.
 */
export function takesFiles({ name, fields }: { name: string; fields: z.ZodType }) {
  const input: Input = { target: 'form', schema: fields, files: name }
  return Object.assign(
    createMiddleware<Env>((_, next) => next()),
    { input },
  )
}

const limitBody = bodyLimit({
  maxSize: JSON_BODY_MAX,
  onError: () => {
    throw new ApiError('too_large')
  },
})

/** Waits for a body to arrive. @throws ApiError `request_timeout` when it drips in for too long */
async function inTime(arrival: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new ApiError('request_timeout', { headers: { Connection: 'close' } })),
    JSON_BODY_TIMEOUT_MS,
  )
  await Promise.race([arrival, late.promise]).finally(() => clearTimeout(timer))
}

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
