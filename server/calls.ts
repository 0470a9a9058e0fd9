import { TrieRouter } from 'hono/router/trie-router'
import type { RouterRoute } from 'hono/types'
import type { Action } from '#domain/permissions.ts'
import { actionOf } from './auth/authenticate.ts'

/** One method of one address, with the action it asks for. `path` is a pattern, as in `/api/turbines/:id`. */
export interface Call {
  method: string
  path: string
  action: Action
}

/** The calls that routes answer. @throws when one does not begin with a permit: nobody forgets to say who may call it. */
export function callsOf(routes: RouterRoute[]): Call[] {
  const calls = new Map<string, Call>()
  for (const { method, path, handler } of routes) {
    const name = `${method} ${path}`
    if (method === 'ALL' || calls.has(name)) continue
    const action = actionOf(handler)
    if (action === undefined) throw new Error(`${name} does not begin with a permit.`)
    calls.set(name, { method, path, action })
  }
  return [...calls.values()]
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
