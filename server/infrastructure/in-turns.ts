/** The time after which other requests get their turn, in milliseconds. */
const TURN_MS = 3

/** The pieces of work that wait for their next turn. */
const waiting: (() => void)[] = []

/**
 * Lets the server answer other requests. SQLite gives every result at once, so without pauses the work for thousands of rows would be one
 * piece of several seconds. Of all work that waits here, one piece goes on in each turn of the event loop: otherwise forty of them would together
 * take forty times as long.
 */
export function answerOthers(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  if (waiting.length === 1) setImmediate(resumeNext)
  return promise
}

function resumeNext(): void {
  waiting.shift()?.()
  // Work that is resumed now, and waits again, finds others waiting, or begins anew.
  if (waiting.length > 0) setImmediate(resumeNext)
}

/** Like `Array.prototype.map`. Other requests are answered in between, so the list may be long. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let begin = performance.now()
  for (const [index, item] of items.entries()) {
    results.push(work(item, index))
    if (performance.now() - begin < TURN_MS) continue
    await answerOthers()
    begin = performance.now()
  }
  return results
}
