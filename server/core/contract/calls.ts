import { TrieRouter } from 'hono/router/trie-router'
import type { RouterRoute } from 'hono/types'
import type { Action } from '#domain/permissions.ts'
import { actionOf } from '#server/core/access/authenticate.ts'
import type { Answer } from '#server/core/http/answers.ts'
import type { Input } from '#server/core/http/validate.ts'
import type { Repetition } from '#server/core/idempotency/takes-key.ts'

/** One method of one address, with its action. `path` is a pattern, such as `/api/turbines/:id`. */
export interface Call {
  method: string
  path: string
  action: Action
  inputs: Input[]
  answer: Answer
  /** Whether a retry creates a second record. Every POST declares it; other methods have none. */
  repetition?: Repetition
  /** True if it takes the record's revision in `If-Match`. */
  takesRevision: boolean
}

/** What a handler can document about its route. */
interface Documented {
  answer?: Answer
  input?: Input
  repetition?: Repetition
  takesRevision?: boolean
}

/**
 * The calls of the routes, with their action, inputs and answers.
 *
 * @throws Error if a route does not begin with a permit, does not document its answer or, as a POST, does not declare whether it takes an
 *   `Idempotency-Key`
 */
export function callsOf(routes: RouterRoute[]): Call[] {
  const handlers = new Map<string, RouterRoute[]>()
  for (const route of routes) {
    if (route.method === 'ALL') continue
    const name = `${route.method} ${route.path}`
    handlers.set(name, [...(handlers.get(name) ?? []), route])
  }
  return [...handlers].map(([name, [first, ...others]]) => {
    const action = actionOf(first?.handler)
    if (!first || action === undefined) throw new Error(`${name} does not begin with a permit.`)
    const documented = others.map(({ handler }) => handler as Documented)
    const answer = documented.find((handler) => handler.answer)?.answer
    if (!answer) throw new Error(`${name} does not document its answers.`)
    const repetition = documented.find((handler) => handler.repetition)?.repetition
    if (first.method === 'POST' && !repetition)
      throw new Error(`${name} does not declare whether it takes an Idempotency-Key.`)
    const inputs = documented.flatMap(({ input }) => input ?? [])
    return {
      method: first.method,
      path: first.path,
      action,
      inputs,
      answer,
      takesRevision: documented.some((handler) => handler.takesRevision),
      ...(repetition && { repetition }),
    }
  })
}

/** @returns a function for the allowed methods of an address; GET allows HEAD as well */
export function methodsAt(calls: Call[]): (path: string) => string[] {
  const router = new TrieRouter<string>()
  for (const { method, path } of calls) router.add('ANY', path, method)
  return (path) => {
    const methods = new Set(router.match('ANY', path)[0].map(([method]) => method))
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods]
  }
}
