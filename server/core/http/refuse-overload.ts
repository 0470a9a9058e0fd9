import { performance } from 'node:perf_hooks'
import { createMiddleware } from 'hono/factory'
import type { Env } from '#server/core/env.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

declare module '#server/core/env.ts' {
  interface Services {
    eventLoop: EventLoop
  }
}

/** Interval of measurements, in milliseconds. */
const SAMPLE_MS = 500
/** The event loop is overloaded at this utilization, with timers this late, in milliseconds. */
const UTILIZATION_MAX = 0.98
const LATE_MAX_MS = 500
const RETRY_AFTER_S = '5'

/** Measures the load of this process's event loop. */
export class EventLoop {
  isOverloaded = false

  /** Starts measuring. @param timeFactor that of the configuration @returns ends it */
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
 * Refuses calls while the event loop is overloaded, so that accepted ones are answered. The health check is always answered.
 *
 * @throws ApiError `overloaded`
 */
export const refuseOverload = createMiddleware<Env>((c, next) => {
  const { path } = c.req
  if (c.get('services').eventLoop.isOverloaded && path.startsWith('/api/') && path !== '/api/health')
    throw new ApiError('overloaded', { headers: { 'Retry-After': RETRY_AFTER_S } })
  return next()
})
