import { performance } from 'node:perf_hooks'

/** Interval of measurements, in milliseconds. */
const SAMPLE_MS = 500
/** The event loop is overloaded at this utilization, with timers this late, in milliseconds. */
const UTILIZATION_MAX = 0.98
const LATE_MAX_MS = 500

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
