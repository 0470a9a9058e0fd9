import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks'
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
/** The event loop is overloaded if it works all the time, as a part of it, and timers come later than this on average, in milliseconds. */
const UTILIZATION_MAX = 0.98
const DELAY_MAX_MS = 500
const RETRY_AFTER_S = '5'
const NS_PER_MS = 1e6

/** Measures how busy the event loop of this process is. */
export class EventLoop {
  isOverloaded = false

  /** Begins to measure. @param timeFactor that of the configuration */
  watch(timeFactor: number): void {
    const delay = monitorEventLoopDelay({ resolution: 20 })
    delay.enable()
    let former = performance.eventLoopUtilization()
    setInterval(() => {
      const now = performance.eventLoopUtilization()
      this.isOverloaded = isOverloaded(performance.eventLoopUtilization(now, former), delay.mean, timeFactor)
      former = now
      delay.reset()
    }, SAMPLE_MS).unref()
  }
}

/** @param meanDelay in nanoseconds; NaN if nothing was measured */
export function isOverloaded(
  { utilization }: Pick<EventLoopUtilization, 'utilization'>,
  meanDelay: number,
  timeFactor: number,
): boolean {
  return utilization > UTILIZATION_MAX && meanDelay > DELAY_MAX_MS * NS_PER_MS * timeFactor
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
