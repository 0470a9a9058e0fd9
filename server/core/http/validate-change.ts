import { isDeepStrictEqual } from 'node:util'
import type { Context, MiddlewareHandler } from 'hono'
import * as z from 'zod'
import type { Env } from '#server/core/env.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { issuesOf, validate } from './validate.ts'

/**
 * Like `validate('json', schema)`, for a change of a stored record. A form sends all fields: a field with the value that it has already
 * is not checked again. It was valid when it was written, and rules change, as does the clock.
 *
 * @param findStored finds the record before the change; undefined if there is none yet
 */
export function validateChange<Schema extends z.ZodObject>(
  schema: Schema,
  findStored: (c: Context<Env>) => object | undefined | Promise<object | undefined>,
) {
  const strict = validate('json', schema)
  const check: MiddlewareHandler<Env> = async (c, next) => {
    let isValid = false
    try {
      return await strict(c as unknown as Parameters<typeof strict>[0], () => {
        isValid = true
        return next()
      })
    } catch (error) {
      if (isValid || !(error instanceof ApiError) || error.code !== 'validation_failed') throw error
      const faulty = new Set(error.issues.map(({ path }) => path.split('.')[0] ?? ''))
      // A body that is no JSON, or no object, has no faulty field.
      if (![...faulty].some((name) => name in schema.shape)) throw error
      const data = await withoutUnchanged(c, schema, faulty, await findStored(c))
      if (!data) throw error
      c.req.addValidatedData('json', data)
    }
    return next()
  }
  return Object.assign(check, { input: strict.input }) as unknown as typeof strict
}

/** The body, in which faulty fields that do not change are as they were; undefined if none of them does not change. @throws ApiError `validation_failed` */
async function withoutUnchanged(
  c: Context<Env>,
  schema: z.ZodObject,
  faulty: ReadonlySet<string>,
  stored: object | undefined,
): Promise<object | undefined> {
  const former = new Map<string, unknown>(Object.entries(stored ?? {}))
  const body = (await c.req.json()) as unknown
  if (typeof body !== 'object' || body === null) return undefined
  const isUnchanged = ([name, value]: [string, unknown]) =>
    faulty.has(name) && name in schema.shape && former.has(name) && isDeepStrictEqual(former.get(name), value)
  const unchanged = Object.entries(body).filter(isUnchanged)
  if (unchanged.length === 0) return undefined
  const others = Object.entries(body).filter((entry) => !isUnchanged(entry))
  const names = new Set(unchanged.map(([name]) => name))
  const shape = Object.fromEntries(Object.entries(schema.shape).filter(([name]) => !names.has(name)))
  const result = z.strictObject(shape).safeParse(Object.fromEntries(others))
  if (!result.success) throw new ApiError('validation_failed', { issues: issuesOf(result.error, body) })
  return { ...result.data, ...Object.fromEntries(unchanged) }
}
