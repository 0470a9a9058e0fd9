import type { Context, MiddlewareHandler } from 'hono'

/** A middleware of any context. */
// biome-ignore lint/suspicious/noExplicitAny: the contexts of two middlewares in turn differ
type AnyMiddleware = MiddlewareHandler<any, string, any>

/** Makes one middleware of two: the second one is what the first one calls next. */
export function runInTurn(first: AnyMiddleware, second: AnyMiddleware): AnyMiddleware {
  return (c: Context, next) =>
    first(c, async () => {
      const answer = await second(c, next)
      // Like Hono itself: what the handlers behind it have answered stays.
      if (answer && !c.finalized) c.res = answer
    })
}
