import { zValidator } from '@hono/zod-validator'
import type { Context, ValidationTargets } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import {
  JSON_BODY_MAX,
  JSON_BODY_TIMEOUT_MS,
  JSON_DEPTH_MAX,
  JSON_VALUES_MAX,
  OPEN_JSON_BODY_MAX,
  OPEN_JSON_BODY_TIMEOUT_MS,
} from '#domain/limits.ts'
import { isOpen } from '#domain/permissions.ts'
import type { Env } from '#server/core/env.ts'
import { ApiError, type Issue, invalid } from '#server/infrastructure/errors.ts'

/** One input of a route, for the API documentation. */
export interface Input {
  target: keyof ValidationTargets
  schema: z.ZodType
  /** The form field of the files. */
  files?: string
  /** The media type of a body that is neither JSON nor a form. */
  mediaType?: string
}

/** The media types that Hono's validator reads as JSON. */
const JSON_TYPE = /^application\/(?:[a-z.-]+\+)?json(?:;\s*[a-zA-Z0-9-]+=[^;]+)*$/

/**
 * Makes a middleware that validates one part of the request.
 *
 * @throws ApiError `validation_failed` with an issue for each invalid place, or for an incomplete JSON body; `too_large`;
 *   `request_timeout`; `too_many_requests`
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
    const { action, slot } = (c as unknown as Context<Env>).var
    slot.release()
    const limitBody = isOpen(action) ? limitOpenBody : limitAnyBody
    const arrival = limitBody(c, async () => {
      await c.req.text()
    })
    const ms = isOpen(action) ? OPEN_JSON_BODY_TIMEOUT_MS : JSON_BODY_TIMEOUT_MS
    await inTime(ms, arrival).catch((error) => {
      // Reading fails only if the client aborts the request.
      throw error instanceof ApiError ? error : invalid('', 'broken_off')
    })
    await slot.take()
    const text = await c.req.text()
    refuseTooManyValues(text)
    // The validator reads any other body as `{}`, which would silently drop it.
    if (text !== '' && !JSON_TYPE.test(c.req.header('Content-Type') ?? ''))
      throw invalid('', 'malformed_json')
    return check(c, next)
  }
  const checked = target === 'json' ? limited : check
  return Object.assign(checked, { input: { target, schema } satisfies Input })
}

/** Documents a multipart form with text fields and files under `name`. The upload validates them while it reads the stream. */
export function takesFiles({ name, fields }: { name: string; fields: z.ZodType }) {
  const input: Input = { target: 'form', schema: fields, files: name }
  return Object.assign(
    createMiddleware<Env>((_, next) => next()),
    { input },
  )
}

/** Documents that the body is a part of a file. It does not validate it. */
export function takesBytes(mediaType: string) {
  const input: Input = { target: 'form', schema: z.object({}), mediaType }
  return Object.assign(
    createMiddleware<Env>((_, next) => next()),
    { input },
  )
}

const limitTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new ApiError('too_large')
    },
  })
const limitAnyBody = limitTo(JSON_BODY_MAX)
const limitOpenBody = limitTo(OPEN_JSON_BODY_MAX)

/** Counts the values of a JSON text before parsing it. @throws ApiError `validation_failed` */
function refuseTooManyValues(json: string): void {
  let values = 1
  let depth = 0
  let isInText = false
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index]
    if (isInText) {
      if (character === '\\') index += 1
      else if (character === '"') isInText = false
      continue
    }
    if (character === '"') isInText = true
    else if (character === ',') values += 1
    else if (character === ']' || character === '}') depth -= 1
    else if (character === '[' || character === '{') {
      values += 1
      depth += 1
    }
    if (values > JSON_VALUES_MAX || depth > JSON_DEPTH_MAX) throw invalid('', 'too_many_values')
  }
}

/** Waits for the body. @throws ApiError `request_timeout` after `ms` milliseconds */
async function inTime(ms: number, arrival: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new ApiError('request_timeout', { headers: { Connection: 'close' } })),
    ms,
  )
  await Promise.race([arrival, late.promise]).finally(() => clearTimeout(timer))
}

/** The issues of a failed validation of `input`, each with a sentence code of `content/errors`. */
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
