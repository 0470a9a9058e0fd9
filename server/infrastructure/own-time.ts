/** The clock interval, in milliseconds. */
const SLICE_MS = 50
/** A longer slice, in milliseconds, shows that this process was busy: the excess does not count. */
const SLICE_MAX_MS = 100

/**
 * Waits at most `ms` milliseconds for external work. Time in which this process was busy does not count, because it could not see an
 * answer: a late event loop must not look like a late disk or database.
 *
 * @param whenLate makes the result, or throws the error, on a timeout; the work may go on
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

/** `reached` resolves at the timeout, unless `end` is called before. */
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
