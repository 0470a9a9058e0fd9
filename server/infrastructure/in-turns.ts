/** The time between two yields, in milliseconds. */
const TURN_MS = 3

/** Work that waits for its next turn. */
const waiting: (() => void)[] = []

/**
 * Yields to the event loop. SQLite returns results synchronously, so without yielding the work for thousands of rows would block for
 * seconds. One piece of all waiting work continues in each turn of the event loop: otherwise forty would together take forty times as long.
 */
export function yieldToEventLoop(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  if (waiting.length === 1) setImmediate(resumeNext)
  return promise
}

function resumeNext(): void {
  waiting.shift()?.()
  // Resumed work that waits again queues behind the others, or starts again.
  if (waiting.length > 0) setImmediate(resumeNext)
}

/** Like `Array.prototype.map`, but yields to other requests, so the list may be long. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let begin = performance.now()
  for (const [index, item] of items.entries()) {
    results.push(work(item, index))
    if (performance.now() - begin < TURN_MS) continue
    await yieldToEventLoop()
    begin = performance.now()
  }
  return results
}
