/** The time between two looks at the clock, in milliseconds. */
const SLICE_MS = 50
/** A slice that takes longer, in milliseconds, shows that this process was busy: the rest of its time does not count. */
const SLICE_MAX_MS = 100

/**
 * Waits for the work of others at most `ms` milliseconds. Time in which this process itself was busy does not count, because nobody's answer
 * could be seen then: an event loop that is late must not look like a disk or a database that is late.
 *
 * @param whenLate makes the result, or throws the error, when the time is over; the work may go on
 * @throws every error of `work`
 */
export async function withinOwnTime<Result, Late>(
  ms: number,
  work: Promise<Result>,
  whenLate: () => Late,
): Promise<Result | Late> {
  const limit = limitOwnTime(ms)
  return Promise.race([work, limit.reached.then(whenLate)]).finally(limit.end)
}

/** `reached` resolves when the time is over, unless `end` is called before. */
function limitOwnTime(ms: number): { reached: Promise<void>; end(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let waited = 0
  let since = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    waited += Math.min(now - since, SLICE_MAX_MS)
    since = now
    if (waited < ms) return
    clearInterval(timer)
    resolve()
  }, SLICE_MS)
  return { reached: promise, end: () => clearInterval(timer) }
}
