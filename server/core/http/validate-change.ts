import { isDeepStrictEqual } from 'node:util'
import type { MiddlewareHandler } from 'hono'
import * as z from 'zod'
import type { Loader } from '#server/core/access/checked-transaction.ts'
import { runInTurn } from '#server/core/access/run-in-turn.ts'
import type { ApiContext, Loaded } from '#server/core/env.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { type Input, issuesOf, validate } from './validate.ts'

type InputOf<Middleware> =
  Middleware extends MiddlewareHandler<infer _Env, infer _Path, infer Validated> ? Validated : never

/**
 * Like `validate('json', schema)`, for a change of a stored record. A form sends all fields: unchanged ones are not validated again. They
 * were valid when written, and rules change, as does the clock.
 *
 * @param load loads the records of the path, so that the route needs only this middleware for both
 * @param findStored finds the record before the change; undefined if there is none yet
 */
export function validateChange<Schema extends z.ZodObject, Records, PathParameters extends object>(
  schema: Schema,
  load: Loader<Records, PathParameters>,
  findStored: (c: ApiContext<Records>) => object | undefined | Promise<object | undefined>,
) {
  const strict = validate('json', schema)
  const check: MiddlewareHandler<Loaded<Records>> = async (c, next) => {
    let isValid = false
    try {
      return await strict(c as unknown as Parameters<typeof strict>[0], () => {
        isValid = true
        return next()
      })
    } catch (error) {
      if (isValid || !(error instanceof ApiError) || error.code !== 'validation_failed') throw error
      const faulty = new Set(error.issues.map(({ path }) => path.split('.')[0] ?? ''))
      // A body without a JSON object has no faulty field.
      if (![...faulty].some((name) => name in schema.shape)) throw error
      const data = await withoutUnchanged(c, schema, faulty, await findStored(c))
      if (!data) throw error
      c.req.addValidatedData('json', data)
    }
    return next()
  }
  return Object.assign(runInTurn(load, check), { input: strict.input }) as unknown as MiddlewareHandler<
    Loaded<Records>,
    string,
    InputOf<typeof strict> & { out: { param: PathParameters } }
  > & { input: Input }
}

/** The body with unchanged faulty fields as stored; undefined if all faulty fields change. @throws ApiError `validation_failed` */
async function withoutUnchanged(
  c: ApiContext,
  schema: z.ZodObject,
  faulty: ReadonlySet<string>,
  stored: object | undefined,
): Promise<object | undefined> {
  const former = new Map<string, unknown>(Object.entries(stored ?? {}))
  // Without a body, all fields are missing.
  if ((await c.req.text()) === '') return undefined
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
