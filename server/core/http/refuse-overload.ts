import { performance } from 'node:perf_hooks'
import { createMiddleware } from 'hono/factory'
import type { Env } from '#server/core/env.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

declare module '#server/core/env.ts' {
  interface Services {
    eventLoop: EventLoop
  }
}

/** How often the load is measured, in milliseconds. */
const SAMPLE_MS = 500
/** The event loop is overloaded if it works all the time, as a part of it, and a timer comes so much later, in milliseconds. */
const UTILIZATION_MAX = 0.98
const LATE_MAX_MS = 500
const RETRY_AFTER_S = '5'

/** Measures how busy the event loop of this process is. */
export class EventLoop {
  isOverloaded = false

  /** Begins to measure. @param timeFactor that of the configuration @returns ends it */
  watch(timeFactor: number): () => void {
    let former = performance.eventLoopUtilization()
    let formerAt = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      const current = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(current, former)
      const lateMs = now - formerAt - SAMPLE_MS
      this.isOverloaded = utilization > UTILIZATION_MAX && lateMs > LATE_MAX_MS * timeFactor
      former = current
      formerAt = now
    }, SAMPLE_MS).unref()
    return () => clearInterval(timer)
  }
}

/**
 * Refuses calls while the event loop is overloaded, so that those that were accepted are answered. The health check is answered always.
 *
 * @throws ApiError `overloaded`
 */
export const refuseOverload = createMiddleware<Env>((c, next) => {
  const { path } = c.req
  if (c.get('services').eventLoop.isOverloaded && path.startsWith('/api/') && path !== '/api/health')
    throw new ApiError('overloaded', { headers: { 'Retry-After': RETRY_AFTER_S } })
  return next()
})
