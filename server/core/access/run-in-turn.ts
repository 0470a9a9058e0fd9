import type { Context, MiddlewareHandler } from 'hono'

/** A middleware of any context. */
// biome-ignore lint/suspicious/noExplicitAny: the contexts of two middlewares in turn differ
type AnyMiddleware = MiddlewareHandler<any, string, any>

/** Composes two middlewares: the second is the `next` of the first. */
export function runInTurn(first: AnyMiddleware, second: AnyMiddleware): AnyMiddleware {
  return (c: Context, next) =>
    first(c, async () => {
      const answer = await second(c, next)
      // As in Hono: a response of later handlers is kept.
      if (answer && !c.finalized) c.res = answer
    })
}
