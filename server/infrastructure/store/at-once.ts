/** Concurrent reads or writes of files. More are not faster on an SSD, and slower on a hard disk. */
const CONCURRENCY = 4

/**
 * Runs the work for each item, a few at a time, and pulls an item only when its work can begin. After a failure, no further work begins,
 * and running work ends first.
 */
export async function forEachAtOnce<T>(
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<void>,
  concurrency = CONCURRENCY,
): Promise<void> {
  // A failing worker ends the generator, and so the loops of the others.
  const shared = (async function* () {
    yield* items
  })()
  const workers = Array.from({ length: concurrency }, async () => {
    for await (const item of shared) await work(item)
  })
  for (const outcome of await Promise.allSettled(workers)) {
    if (outcome.status === 'rejected') throw outcome.reason
  }
}
