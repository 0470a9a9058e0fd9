import { TrieRouter } from 'hono/router/trie-router'
import type { RouterRoute } from 'hono/types'
import type { Action } from '#domain/permissions.ts'
import { actionOf } from '#server/access/authenticate.ts'
import type { Answer } from '#server/answers.ts'
import type { Input } from '#server/validate.ts'

/** One method of one address, with the action it asks for. `path` is a pattern, as in `/api/turbines/:id`. */
export interface Call {
  method: string
  path: string
  action: Action
  inputs: Input[]
  answer: Answer
}

/**
 * The calls that routes answer, with what their handlers say of themselves.
 *
 * @throws when one does not begin with a permit, or does not say what it answers: nobody forgets who may call it, and
 *   the contract has every call.
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
    const said = others.map(({ handler }) => handler as { answer?: Answer; input?: Input })
    const answer = said.find((handler) => handler.answer)?.answer
    if (!answer) throw new Error(`${name} does not say what it answers.`)
    const inputs = said.flatMap(({ input }) => input ?? [])
    return { method: first.method, path: first.path, action, inputs, answer }
  })
}

/** A function that tells the methods `calls` have for an address; GET brings HEAD with it. */
export function methodsAt(calls: Call[]): (path: string) => string[] {
  const router = new TrieRouter<string>()
  for (const { method, path } of calls) router.add('ANY', path, method)
  return (path) => {
    const methods = new Set(router.match('ANY', path)[0].map(([method]) => method))
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods]
  }
}
