import { AsyncLocalStorage } from 'node:async_hooks'
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type * as z from 'zod'
import type { Caller } from '#domain/permissions.ts'
import { isCurrentFor } from '#server/core/access/authenticate.ts'
import { callerOf } from '#server/core/access/caller-of.ts'
import type { ApiContext, Env } from '#server/core/env.ts'
import { acceptedEncoding } from '#server/core/http/accepted-encoding.ts'
import { matchesEntityTag } from '#server/core/http/entity-tag.ts'
import { answerOfFile, type CachedAnswer, compressAnswer } from './cached-answer.ts'

/** Set while a cached answer is made, so that tests see what the route reads besides its key. */
export const makingCached = new AsyncLocalStorage<true>()

/** The users who share an answer. Role and company are part of every scope, because they decide which records are visible. */
const SCOPES = {
  /** All users with the same role and company. */
  role: ({ role, company_id }: Caller) => `${role} ${company_id}`,
  /** Only this user, for answers that also depend on the user's own actions. */
  user: ({ id, role, company_id }: Caller) => `${role} ${company_id} ${id}`,
}

/** Parameters with unbounded values: days, times, texts and cursors. Each invented value would evict other answers. */
const INVENTED = ['due_from', 'due_before', 'from', 'to', 'q', 'cursor']

/** Parameters whose answer changes with the day, without a change of the database. */
const ABOUT_TODAY = ['overdue']

const NOT_REMEMBERED = [...INVENTED, ...ABOUT_TODAY]

/**
 * Answers a list or a record from memory if nothing that its company sees has changed since, with 304 if the client has it, compressed if
 * accepted. It follows `permit` and `answers` directly, or the check of a path with a year, which reads the time. Later checks, such as
 * `loadTurbine`, depend only on scope, address and database, so their result is cached with the answer.
 *
 * Answers for a chosen day or text, or for today, are compressed and compared, but not cached.
 *
 * The route must not read the time, the language or another header: `cached-calls.test.ts` fails if it does.
 *
 * @param scope the users who share an answer
 * @param query the query parameters that the answer depends on
 */
export function cached(scope: keyof typeof SCOPES, query?: z.ZodObject) {
  const names = Object.keys(query?.shape ?? {})
  const encodingOf = (c: ApiContext) => acceptedEncoding(c.req.header('Accept-Encoding'))
  return answerFromCache(
    (c) => `${SCOPES[scope](callerOf(c))} ${encodingOf(c)} ${addressOf(c, names)}`,
    (c, content) => compressAnswer(content, c.res.headers.get('Content-Type') ?? '', encodingOf(c)),
    (c) => !NOT_REMEMBERED.some((name) => names.includes(name) && c.req.query(name)),
  )
}

/**
 * Answers a small picture from memory, like `cached`, uncompressed. The bytes of a key never change, but permissions and the row can, with
 * every commit.
 *
 * @param width the value of the query parameter `w` of the small picture; other answers are not cached
 */
export function cachedPicture(width: number) {
  return answerFromCache(
    (c) => {
      const isWhole = c.req.method === 'GET' && c.req.header('Range') === undefined
      if (!isWhole || c.req.queries('w')?.join() !== String(width)) return undefined
      return `${SCOPES.role(callerOf(c))} w ${c.req.path}`
    },
    async (c, content) => answerOfFile(content, c.res.headers),
  )
}

/**
 * @param keyOf the same for all requests with the same answer; undefined if it must not be cached
 * @param pack makes the cached answer of a 200 response
 * @param isKept false if the answer is not cached
 */
function answerFromCache(
  keyOf: (c: ApiContext) => string | undefined,
  pack: (c: ApiContext, content: Uint8Array<ArrayBuffer>) => Promise<CachedAnswer>,
  isKept: (c: ApiContext) => boolean = () => true,
): MiddlewareHandler<Env> & { isCached: true } {
  const answer = createMiddleware<Env>(async (c, next) => {
    const key = keyOf(c)
    if (key === undefined) return next()
    const answers = c.get('services').responseCache
    const revision = c.get('revision')
    const isCurrentForCaller = isCurrentFor(c)
    const caller = callerOf(c)
    const isCurrent = (made: number) => isCurrentForCaller(made, caller)
    const remembered = answers.find(key, isCurrent)
    if (remembered) return send(c, remembered)

    let isOwn = false
    const make = async () => {
      isOwn = true
      await makingCached.run(true, next)
      if (c.res.status !== 200) return undefined
      return pack(c, new Uint8Array(await c.res.arrayBuffer()))
    }
    const made = await answers.make(key, { revision, isCurrent, isKept: isKept(c) }, make)
    if (!made) return isOwn ? undefined : next()
    // Otherwise Hono would add the headers of the replaced answer.
    c.res = undefined
    c.res = send(c, made)
    return undefined
  })
  return Object.assign(answer, { isCached: true } as const)
}

/** The path with the values of these query parameters. A parameter can have several values, which the route may refuse. */
function addressOf(c: ApiContext, names: string[]): string {
  const { path } = c.req
  const values = c.req.url.includes('?') ? names.map((name) => c.req.queries(name) ?? null) : []
  return values.some((value) => value !== null) ? `${path} ${JSON.stringify(values)}` : path
}

function send(c: ApiContext, { body, etag, headers }: CachedAnswer): Response {
  return matchesEntityTag(c.req.header('If-None-Match'), etag)
    ? c.body(null, 304, headers)
    : c.body(body, 200, headers)
}
