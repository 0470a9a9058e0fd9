/** The time between two looks at the clock, in milliseconds. */
const SLICE_MS = 50
/** A slice that takes longer, in milliseconds, shows that this process was busy: the rest of its time does not count. */
const SLICE_MAX_MS = 100

/** A limit of time for others: `reached` resolves when it is over, unless `end` is called before. */
export interface OwnTimeLimit {
  reached: Promise<void>
  end(): void
}

/**
 * Waits for others at most `ms` milliseconds. Time in which this process itself was busy does not count, because nobody's answer could be
 * seen then: an event loop that is late must not look like a disk or a database that is late.
 */
export function limitOwnTime(ms: number): OwnTimeLimit {
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
